// Stepping through a game: fetches the moment that is asked for and lets what moved glide. The address always names it.

import {glide, places, still} from './motion.js';
import {morph} from './morph.js';

const player = document.getElementById('player'), moment = document.getElementById('moment');
const at = player.elements.at, eyes = player.elements.as, speed = document.getElementById('speed');
const run = document.getElementById('run');
const targets = {first: () => moment.dataset.first, before: () => moment.dataset.before, after: () => moment.dataset.after, last: () => moment.dataset.last};
let wanted = 0, timer = 0;

const address = number => `${player.action}?at=${number}&as=${eyes.value}`;

async function go(number) {
  const mine = ++wanted;
  const answer = await fetch(address(number), {headers: {'x-fragment': '1'}});
  if (mine !== wanted || !answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('moment');
  const table = document.getElementById('table'), before = places(table);
  morph(moment, next);
  glide(document.getElementById('table'), before);
  at.value = moment.dataset.number;
  for (const each of player.querySelectorAll('[data-to]')) each.href = address(targets[each.dataset.to]());
  history.replaceState(null, '', address(moment.dataset.number));
}

player.addEventListener('click', event => {
  const step = event.target.closest('[data-to]');
  if (!step || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stop();
  go(targets[step.dataset.to]());
});
player.addEventListener('submit', event => { event.preventDefault(); go(at.value); });
at.addEventListener('input', () => { stop(); go(at.value); });
eyes.addEventListener('change', () => go(at.value));

// ---- By itself --------------------------------------------------------------------------------

function stop() {
  clearTimeout(timer), timer = 0;
  run.ariaPressed = 'false';
}

async function on() {
  await go(moment.dataset.after);
  if (run.ariaPressed !== 'true') return;
  if (moment.dataset.number === moment.dataset.last) stop();
  else timer = setTimeout(on, +speed.value);
}

run.addEventListener('click', async () => {
  if (run.ariaPressed === 'true') return stop();
  run.ariaPressed = 'true';
  if (moment.dataset.number === moment.dataset.last) await go(moment.dataset.first);
  timer = setTimeout(on, still() ? +speed.value : 300);
});

run.hidden = false;
for (const each of player.querySelectorAll('.for-script')) each.hidden = false;
for (const each of player.querySelectorAll('.without-script')) each.hidden = true;
