// Ways to play a card: tap it again, drag it to its place, or the keyboard. Each ends in the same form.

import {arm, look, picked, settle, targets, unpick} from './picking.js';
import {glide, places} from './motion.js';

const REACH = 44;  // how far beside a place a card may be dropped
const play = move => document.getElementById('act').requestSubmit(move);

// ---- Tap again --------------------------------------------------------------------------------

let before = null;  // the card that was picked when the finger came down
let dragging = false;

document.addEventListener('click', event => {
  const slot = event.target.closest?.('.slot'), pick = slot?.querySelector('input');
  if (!pick || dragging || before !== pick) return;
  event.preventDefault();
  before = null;
  const found = targets();
  if (found.length === 1) play(found[0]);
  else unpick();
});

// ---- Drag -------------------------------------------------------------------------------------

document.addEventListener('pointerdown', down => {
  const slot = down.target.closest?.('.slot'), pick = slot?.querySelector('input');
  before = pick?.checked ? pick : null;
  dragging = false;
  if (!pick || pick.disabled || down.button) return;
  const face = slot.querySelector('.card'), stop = new AbortController();
  let over = null;

  function move(event) {
    const x = event.clientX - down.clientX, y = event.clientY - down.clientY;
    if (!dragging) {
      if (Math.hypot(x, y) < 8) return;
      dragging = true;
      slot.setPointerCapture(event.pointerId);
      pick.checked = true;
      arm();
      face.classList.add('dragged');
    }
    face.style.translate = `${x}px ${y}px`;
    const found = nearest(event.clientX, event.clientY);
    if (found !== over) look(over = found);
  }

  function end(event) {
    stop.abort();
    if (!dragging) return;
    if (over && event.type === 'pointerup') return play(over);
    const table = document.getElementById('table'), were = places(table);
    settle(() => {});
    glide(table, were);
  }

  slot.addEventListener('pointermove', move, {signal: stop.signal});
  slot.addEventListener('pointerup', end, {signal: stop.signal});
  slot.addEventListener('pointercancel', end, {signal: stop.signal});
});

document.addEventListener('dragstart', event => event.target.closest?.('#act') && event.preventDefault());

/** The place under the pointer, or the nearest within reach. */
function nearest(x, y) {
  const found = targets()
    .map(move => [move, distance(move.getBoundingClientRect(), x, y)])
    .sort(([, a], [, b]) => a - b)[0];
  return found && found[1] <= REACH ? found[0] : null;
}

function distance(box, x, y) {
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

// ---- Keyboard ---------------------------------------------------------------------------------

const WAYS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

document.addEventListener('keydown', event => {
  const at = event.target.closest?.('.move');
  if (event.key === 'Enter' && event.target.name === 'pick') {
    event.preventDefault();
    event.target.checked = true;
    arm();
    targets()[0]?.focus();
  } else if (event.key === 'Escape' && picked()) {
    unpick();
  } else if (event.key in WAYS && at?.dataset.for) {
    const next = beside(at, WAYS[event.key]);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
});

/** The next place in a direction. */
function beside(at, [right, down]) {
  const from = at.getBoundingClientRect();
  const found = targets().map(move => {
    const to = move.getBoundingClientRect(), x = to.x - from.x, y = to.y - from.y;
    const along = x * right + y * down, aside = Math.abs(x * down) + Math.abs(y * right);
    return {move, along, cost: along + 3 * aside};
  });
  return found.filter(({along}) => along > 1).sort((a, b) => a.cost - b.cost)[0]?.move;
}
