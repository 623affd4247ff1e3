// The live line: whole views as they come, the newest only; after a break it is there again by itself.

const LONGEST = 15_000;

/** Calls `receive(html, first)` for each view and `tell(up)` when the line goes up or down. */
export function connect(address, receive, tell) {
  let socket = null, wait = 500, timer = 0;

  function open() {
    clearTimeout(timer);
    if (socket) return;
    let first = true;
    const mine = socket = new WebSocket(address.replace(/^http/, 'ws'));
    mine.onmessage = ({data}) => {
      if (mine !== socket || !data) return;
      wait = 500;
      tell(true);
      receive(data, first);
      first = false;
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
