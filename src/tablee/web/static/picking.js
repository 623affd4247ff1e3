// Pick a card, then a place: which places a picked card has, what going there would bring about. A place is a button
// `.move` that names in `data-for` the cards it is for, in `data-marks` what it concerns, in `data-says` its effect.

const find = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

export const picked = () => find('#act [name=pick]:checked');
const slot = pick => pick.id.slice('pick-'.length);
const suits = (move, pick) => move.dataset.for.split(' ').includes(slot(pick));

/** The places of the picked card. */
export function targets() {
  const pick = picked();
  return pick ? all('#act .move[data-for]').filter(move => suits(move, pick)) : [];
}

let lit = [];  // what shows what a move would bring about; other marks are the server's

function light(each, name) {
  if (!each || each.classList.contains(name)) return;
  each.classList.add(name);
  lit.push([each, name]);
}

function dim() {
  for (const [each, name] of lit) each.classList.remove(name);
  lit = [];
}

/** Show what a move would bring about; without one, what can be done now. */
export function look(move) {
  dim();
  const effect = find('#effect');
  if (!effect) return;
  light(move, 'over');
  for (const id of move?.dataset.marks?.split(' ') ?? []) light(document.getElementById(id), 'marked');
  const {prompt = '', places = ''} = effect.dataset;
  const says = move ? move.dataset.says ?? '' : picked() ? places : prompt;
  effect.classList.toggle('prompt', !move);
  if (effect.textContent !== says) effect.textContent = says;
}

/** After another card was picked: where it has one place only, that is shown at once. */
export function arm() {
  const places = targets();
  look(places.length === 1 ? places[0] : null);
}

const alike = value => all('#act [name=pick]').filter(pick => pick.value === value);

/** Change the table, and bring back what was picked if it is still there: a like card is another one. */
export function settle(change) {
  const value = picked()?.value, before = alike(value).length;
  for (const each of all('#table .dragged')) each.classList.remove('dragged'), each.removeAttribute('style');
  dim();
  change();
  const left = alike(value), again = left.length === before && left.find(pick => !pick.disabled);
  if (again) again.checked = true;
  else if (picked()) picked().checked = false;
  arm();
}

export function unpick() {
  const pick = picked();
  if (!pick) return;
  pick.checked = false;
  pick.focus();
  arm();
}

// ---- A confirm step for those who want one -----------------------------------------------------

let asked = null;

/** Whether to go on with a move; otherwise it is asked for first. */
export function sure(move) {
  if (document.documentElement.dataset.confirm !== 'confirm' || asked === move) return true;
  asked = move;
  look(move);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'main-act';
  button.textContent = document.getElementById('texts').dataset.sure;
  button.addEventListener('click', () => find('#act').requestSubmit(move));
  find('#effect').append(' ', button);
  button.focus();
  return false;
}

document.addEventListener('submit', event => {
  if (event.target.id !== 'act') return;
  const move = event.submitter;
  if (move?.classList.contains('move') && !sure(move)) event.preventDefault();
  else asked = null;
}, true);

// ---- Looking ahead -----------------------------------------------------------------------------

const place = event => event.target.closest?.('.move') ?? null;

document.addEventListener('change', event => {
  if (event.target.name === 'pick') asked = null, arm();
});
document.addEventListener('pointerover', event => {
  if (event.pointerType === 'mouse' && !event.buttons && !asked && place(event)) look(place(event));
});
document.addEventListener('pointerout', event => {
  if (event.pointerType === 'mouse' && !event.buttons && !asked && place(event)) arm();
});
document.addEventListener('focusin', event => {
  if (!asked && place(event)) look(place(event));
});
