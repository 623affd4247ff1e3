// That it is one's turn: in the title, the icon, a sound, a short buzz. Sounds are made here, none is loaded.

const root = document.documentElement;
const icon = document.querySelector('link[rel=icon]');
const plain = icon.getAttribute('href');
let audio = null;

const NOTES = {turn: [[659, 0], [880, 0.12]], card: [[190, 0]], over: [[523, 0], [659, 0.12], [784, 0.24]]};

function play(name) {
  if (root.dataset.sound !== 'sound') return;
  audio ??= new AudioContext();
  for (const [pitch, after] of NOTES[name]) {
    const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + after;
    tone.type = name === 'card' ? 'triangle' : 'sine';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + (name === 'card' ? 0.07 : 0.4));
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.5);
  }
}

let last = {};

/** Tell what a new view means; the first one is told in silence. */
export function signal(table, moved) {
  const {turn, title} = table.dataset, over = table.classList.contains('over');
  document.title = `${title} · tablée`;
  const shown = turn === 'yes' ? icon.dataset.turn : plain;
  if (icon.getAttribute('href') !== shown) icon.setAttribute('href', shown);
  if (last.turn) {
    if (over && !last.over) play('over');
    else if (turn === 'yes' && last.turn === 'no') {
      play('turn');
      if (root.dataset.vibration === 'vibration') navigator.vibrate?.(60);
    } else if (moved) play('card');
  }
  last = {turn, over};
}
