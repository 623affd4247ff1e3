// The track editor: a tap turns a stone over, a drag lets two change places. What becomes of the track says the server.

import './forms.js';
import {morph} from './morph.js';

const form = document.getElementById('editor'), found = document.getElementById('found');
const link = document.getElementById('link'), text = document.getElementById('layout');
const PAUSE = 120;  // what comes faster one after another is judged once

form.querySelector('button').hidden = true;

// ---- Asking -----------------------------------------------------------------------------------

let asking = new AbortController(), waiting = 0;

async function ask(address, more = {}) {
  asking.abort();
  asking = new AbortController();
  found.ariaBusy = 'true';
  try {
    const answer = await fetch(address, {...more, headers: {'x-fragment': '1'}, signal: asking.signal});
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('found');
    if (!next) return;
    morph(found, next);
    link.href = found.dataset.address;
    text.value = found.dataset.layout;
    history.replaceState(null, '', link.href);
  } catch { /* the next change asks again */ }
}

async function changed() {
  clearTimeout(waiting);
  await ask(`${form.action}?${new URLSearchParams(new FormData(form))}`);
  waiting = setTimeout(judge, PAUSE);
}

function judge() {
  const asked = document.getElementById('judge');
  if (asked) ask(asked.action, {method: 'post', body: new URLSearchParams(new FormData(asked))});
}

form.addEventListener('change', changed);
document.addEventListener('submit', event => {
  if (event.target.id !== 'judge') return;
  event.preventDefault();
  judge();
});

// ---- Dragging ---------------------------------------------------------------------------------

let dragged = false;

form.addEventListener('pointerdown', down => {
  const from = down.target.closest('label'), stop = new AbortController();
  dragged = false;
  if (!from || down.button) return;
  let over = null;

  function move(event) {
    const x = event.clientX - down.clientX, y = event.clientY - down.clientY;
    if (!dragged && Math.hypot(x, y) < 8) return;
    if (!dragged) dragged = true, from.setPointerCapture(event.pointerId), from.classList.add('dragged');
    for (const stone of from.querySelectorAll('.stone')) stone.style.translate = `${x}px ${y}px`;
    over?.classList.remove('over');
    over = document.elementsFromPoint(event.clientX, event.clientY).map(each => each.closest('#editor label')).find(each => each && each !== from);
    over?.classList.add('over');
  }

  function end(event) {
    stop.abort();
    if (!dragged) return;
    from.classList.remove('dragged');
    over?.classList.remove('over');
    for (const stone of from.querySelectorAll('.stone')) stone.removeAttribute('style');
    if (over && event.type === 'pointerup') swap(from.control, over.control);
  }

  for (const [name, listener] of [['pointermove', move], ['pointerup', end], ['pointercancel', end]]) from.addEventListener(name, listener, {signal: stop.signal});
});

// A drag that ends is no tap.
form.addEventListener('click', event => {
  if (dragged) event.preventDefault();
  dragged = false;
}, true);

function swap(one, other) {
  if (one.checked === other.checked) return;
  [one.checked, other.checked] = [other.checked, one.checked];
  changed();
}

judge();
