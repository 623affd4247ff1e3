// The live line: views as they come, the newest only; after a break it is there again by itself. The first view comes
// as text, each later one as bytes: the lines that make it from the one before, packed (RFC 1951).

const LONGEST = 15_000;
const STORED = 65_535;  // bytes that one block can hold unpacked

/** `before`, written as a packer would that packs nothing; what follows in the same stream may refer back to it. */
function stored(before) {
  const blocks = [];
  for (let at = 0; at < before.length; at += STORED) {
    const part = before.subarray(at, at + STORED), size = part.length;
    blocks.push(new Uint8Array([0, size & 255, size >> 8, ~size & 255, ~size >> 8 & 255]), part);
  }
  return blocks;
}

async function unpacked(before, change) {
  const packed = new Blob([...stored(before), change]).stream();
  const both = await new Response(packed.pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();
  return new TextDecoder().decode(new Uint8Array(both, before.length));
}

/** The text before, with its new lines: each group is headed by how many stay, go and come. */
async function after(before, change) {
  const old = before.split('\n'), said = (await unpacked(new TextEncoder().encode(before), change)).split('\n');
  const lines = [];
  for (let from = 0; from < said.length;) {
    const [stay, go, come] = said[from++].split(' ').map(Number);
    lines.push(...old.splice(0, stay), ...said.slice(from, from += come));
    old.splice(0, go);
  }
  return [...lines, ...old].join('\n');
}

/** Calls `receive(html, first)` for each view and `tell(up)` when the line goes up or down. */
export function connect(address, receive, tell) {
  let socket = null, wait = 500, timer = 0;

  function open() {
    clearTimeout(timer);
    if (socket) return;
    let last = null, reading = Promise.resolve();
    const mine = socket = new WebSocket(address.replace(/^http/, 'ws'));
    mine.binaryType = 'arraybuffer';
    mine.onmessage = ({data}) => {
      reading = reading.then(async () => {
        const first = !last;
        last = first ? data : await after(last, data);
        if (mine !== socket) return;
        wait = 500;
        tell(true);
        receive(last, first);
      }).catch(() => mine.close());
    };
    mine.onclose = () => {
      if (mine !== socket) return;
      socket = null;
      tell(false);
      timer = setTimeout(open, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, LONGEST);
    };
  }

  function close() {
    const mine = socket;
    socket = null;
    mine?.close();
  }

  const now = () => { wait = 500; open(); };
  addEventListener('online', now);
  addEventListener('offline', () => { close(); tell(false); });
  addEventListener('pageshow', now);
  addEventListener('pagehide', close);
  document.addEventListener('visibilitychange', () => document.hidden || now());
  open();
}
