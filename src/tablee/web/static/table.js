// The table in the browser: shows the views that come, and turns gestures into what its form sends. It knows no game.

import {connect} from './line.js';
import {glide, places, still} from './motion.js';
import {morph} from './morph.js';
import {signal} from './signals.js';
import './gestures.js';
import {unforeseen} from './forms.js';
import {arm, settle} from './picking.js';

const table = document.getElementById('table');
const bar = document.getElementById('line'), follow = document.getElementById('follow');
const texts = document.getElementById('texts').dataset;
const root = document.documentElement;
const seat = new URLSearchParams(location.search).get('as');
const own = seat === null ? '' : `&as=${encodeURIComponent(seat)}`;
const PAUSE = 420;  // between two moves that are shown one after another
const MOST_STEPS = 8;  // more than that is for the replay

// ---- Showing a view --------------------------------------------------------------------------

const parse = html => new DOMParser().parseFromString(html, 'text/html').getElementById('table');

/** Whether one version is at least as new as another; after a restart of the server, any is. */
function newer(version, than = table.dataset.version) {
  const [epoch, revision] = version.split('.'), [old, shown] = than.split('.');
  return epoch !== old || +revision >= +shown;
}

function show(next) {
  const before = places(table), focused = table.contains(document.activeElement) && document.activeElement;
  arrange(next);
  settle(() => morph(table, next));
  if (focused && !reachable(document.activeElement)) refocus();
  mark();
  signal(table, glide(table, before));
}

const reachable = each => table.contains(each) && !each.disabled && each.checkVisibility({visibilityProperty: true});

/** What was focused is gone: on with the next card, or with what is said of the turn. */
function refocus() {
  const next = table.querySelector('#act [name=pick]:enabled') ?? document.getElementById('status');
  next.focus({preventScroll: true});
}

function hide(each, hidden) {
  const focused = each.contains(document.activeElement);
  each.hidden = hidden;
  if (hidden && focused) refocus();
}

/** The hand in the order that its owner likes. */
function arrange(within) {
  const slots = [...within.querySelectorAll('#act .slot')], order = root.dataset.hand;
  if (order === 'usual' || slots.length < 2) return;
  const value = slot => Number.parseInt(slot.querySelector('input').value.replace(/\D+/, ''), 10) || Infinity;
  const sorted = order === 'reverse' ? slots.toReversed() : slots.toSorted((a, b) => value(a) - value(b) || 0);
  slots[0].parentNode.append(...sorted);
}

// ---- What came, in which order it is shown -----------------------------------------------------

let queue = [], showing = 0;
let last = '';  // what came last: a move's view comes to who made it both as an answer and over the line

function receive(html, first) {
  if (html === last) return;
  const next = parse(html);
  if (!next || !(first || newer(next.dataset.version))) return;
  last = html;
  const made = first || document.hidden || still() ? [] : steps(next);
  if (made.length) return step(made, next);
  if (queue.length || showing) queue = [...queue.slice(-2), next], run();
  else queue = [next], run();
}

/** The moments between what is shown and this view at which somebody else had moved. */
function steps(next) {
  const shown = +(queue.at(-1) ?? table).dataset.number, newest = +next.dataset.number;
  const stops = [...next.querySelectorAll('#log [data-by]')]
    .filter(each => each.dataset.by !== next.dataset.seat)
    .map(each => +each.dataset.stop)
    .filter(stop => stop > shown && stop < newest);
  return stops.length > MOST_STEPS ? [] : stops.reverse();
}

async function step(stops, next) {
  const between = await Promise.all(stops.map(moment)).catch(() => []);
  if (!newer(next.dataset.version)) return;
  queue.push(...between, next);
  run();
}

async function moment(number) {
  const answer = await fetch(`${table.dataset.address}/at/${number}?x${own}`, {headers: {'x-fragment': '1'}});
  if (!answer.ok) throw new Error(answer.status);
  return parse(await answer.text());
}

function run() {
  hide(follow, queue.length < 3);
  if (showing || !queue.length) return;
  const next = queue.shift();
  show(next);
  showing = setTimeout(() => { showing = 0; run(); }, still() ? 0 : PAUSE);
}

/** The newest view at once. */
function skip() {
  if (queue.length) queue = queue.slice(-1);
  clearTimeout(showing), showing = 0;
  run();
}

/** A view before all that waits and is not newer. */
function overtake(next) {
  queue = [next, ...queue.filter(each => !newer(next.dataset.version, each.dataset.version))];
  clearTimeout(showing), showing = 0;
  run();
}

document.getElementById('skip').addEventListener('click', skip);

/** Show again, in place, what happened since the viewer's turn. */
async function again(since) {
  const now = table.cloneNode(true);
  const stops = [...table.querySelectorAll('#log [data-by]')].map(each => +each.dataset.stop).filter(stop => stop > since);
  const views = await Promise.all([since, ...stops.reverse().slice(0, -1)].map(moment)).catch(() => []);
  if (!views.length || +table.dataset.number !== +now.dataset.number) return;
  queue = [...views, now];
  run();
}

document.addEventListener('click', event => {
  const what = event.target.closest('#what');
  if (!what || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  again(+table.dataset.since);
});

// ---- What is new since one last looked ---------------------------------------------------------

const memory = `seen ${table.dataset.address} ${table.dataset.seat ?? ''}`;
let looked = +(localStorage.getItem(memory) ?? 0);

function mark() {
  for (const each of table.querySelectorAll('#log li')) each.classList.toggle('fresh', looked > 0 && +each.id.slice(6) > looked);
  if (!document.hidden) localStorage.setItem(memory, table.dataset.number);
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) looked = +table.dataset.number;
  else mark();
});

// ---- Sending a move ---------------------------------------------------------------------------

let unsent = null;

function say(text, resend = false) {
  hide(bar, !text);
  bar.firstElementChild.textContent = text;
  bar.lastElementChild.hidden = !resend;
}

const sending = new Set();  // what was asked for twice on the same view, as by a double click, is sent once

async function send(address, content) {
  const same = `${address} ${content.get('version') ?? content.get('made')}`;
  if (sending.has(same)) return;
  sending.add(same);
  document.getElementById('act').ariaBusy = 'true';
  try {
    const answer = await fetch(address, {method: 'post', body: content, headers: {'x-fragment': '1'}});
    const html = await answer.text(), told = html === last && !queue.length;  // over the line, and shown
    const next = told ? table : parse(html);
    if (!next) throw new Error(answer.status);
    unsent = null;
    say('');
    if (!told && newer(next.dataset.version)) last = html, overtake(next);
  } catch {
    unsent = [address, content];
    settle(() => {});
    say(texts.unsent, true);
  } finally {
    sending.delete(same);
    if (!sending.size) document.getElementById('act')?.removeAttribute('aria-busy');
  }
}

document.addEventListener('submit', event => {
  const form = event.target;
  if (form.id !== 'act' || event.defaultPrevented) return;
  event.preventDefault();
  const content = new FormData(form, event.submitter);
  content.set('request', unforeseen());
  send(event.submitter?.getAttribute('formaction') ?? form.action, new URLSearchParams(content));
});

document.getElementById('again').addEventListener('click', () => unsent && send(...unsent));

// ---- Begin ------------------------------------------------------------------------------------

arrange(table);
arm();
mark();
signal(table, 0);
if (table.dataset.address) {
  connect(
    `${location.origin}${table.dataset.address}/live?lang=${root.lang}${own}`,
    receive,
    up => { if (!unsent) say(up ? '' : texts.lost); },
  );
}
