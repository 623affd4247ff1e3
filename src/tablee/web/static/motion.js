// What moved glides from where it was: first, last, invert, play. What moves has a `data-key`; what is new comes
// from the element that `data-from` or the table's `data-source` names, what vanished goes to where `data-to` or the
// table's `data-sink` says.

const calm = matchMedia('(prefers-reduced-motion: reduce)');
export const still = () => calm.matches || document.documentElement.dataset.motion === 'still';

const GLIDE = {duration: 320, easing: 'cubic-bezier(.2, .7, .2, 1)'};
const AWAY = {duration: 260, easing: 'ease-in', fill: 'forwards'};
const MOST = 24;  // things that fly at once; with more, nobody could follow

const middle = box => [box.x + box.width / 2, box.y + box.height / 2];
const seen = box => box && (box.width > 0 || box.height > 0);

/** Where everything is that can move. */
export function places(table) {
  return new Map([...table.querySelectorAll('[data-key]')].map(each => [each.dataset.key, {each, box: each.getBoundingClientRect()}]));
}

/** Let everything glide from where it was to where it is. Returns how many things moved. */
export function glide(table, before) {
  if (still()) return 0;
  const now = [...table.querySelectorAll('[data-key]')];
  for (const each of now) each.getAnimations().forEach(animation => animation.cancel());
  const moves = now.map(each => [each, origin(table, each, before), each.getBoundingClientRect()]);
  const moved = moves.filter(([, from, to]) => seen(from) && seen(to) && apart(from, to)).slice(0, MOST);
  moved.forEach(([each, from, to]) => fly(each, from, to));
  const there = new Set(now.map(each => each.dataset.key));
  const gone = [...before].filter(([key, {box}]) => !there.has(key) && seen(box)).slice(0, MOST);
  for (const [, {each, box}] of gone) {
    const sink = document.getElementById(each.dataset.to ?? table.dataset.sink)?.getBoundingClientRect();
    if (seen(sink)) vanish(table, each, box, sink);
  }
  return moved.length + gone.length;
}

function origin(table, each, before) {
  const was = before.get(each.dataset.key)?.box;
  return was ?? document.getElementById(each.dataset.from ?? table.dataset.source)?.getBoundingClientRect();
}

const apart = (a, b) => Math.abs(a.x - b.x) > 1 || Math.abs(a.y - b.y) > 1;

function fly(each, from, to) {
  const [x, y] = middle(from), [u, v] = middle(to);
  const scale = Math.min(1, Math.max(0.2, from.width / to.width));
  const start = `translate(${x - u}px, ${y - v}px) scale(${scale})`;
  each.animate([{transform: start, zIndex: 20}, {transform: 'none', zIndex: 20}], {...GLIDE, composite: 'replace'});
}

function vanish(table, each, box, sink) {
  const ghost = each.cloneNode(true), [x, y] = middle(box), [u, v] = middle(sink);
  for (const part of [ghost, ...ghost.querySelectorAll('[id]')]) part.removeAttribute('id');
  delete ghost.dataset.key;
  ghost.ariaHidden = 'true';
  Object.assign(ghost.style, {
    position: 'fixed', left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`,
    margin: 0, translate: 'none', zIndex: 20, pointerEvents: 'none',
  });
  table.parentNode.append(ghost);
  ghost.animate([{}, {transform: `translate(${u - x}px, ${v - y}px) scale(.3)`, opacity: 0.2}], AWAY).finished.finally(() => ghost.remove());
}
