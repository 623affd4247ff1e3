// Make `old` look like `next` and keep its nodes, with what people did to them: focus, scrolling, what is open.
// Children match by id within their parent, or in order without one.

const OWN = new Set(['open']);  // attributes that belong to who looks

export function morph(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  if (old.isEqualNode(next)) return;
  attributes(old, next);
  children(old, next);
}

function attributes(old, next) {
  for (const {name, value} of next.attributes) {
    if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const {name} of [...old.attributes]) {
    if (!OWN.has(name) && !next.hasAttribute(name)) old.removeAttribute(name);
  }
}

function children(old, next) {
  const named = new Map([...old.children].filter(each => each.id).map(each => [each.id, each]));
  const coming = new Set([...next.children].map(each => each.id));
  let at = old.firstChild;
  for (const child of [...next.childNodes]) {
    while (at?.id && !coming.has(at.id)) at = dropped(at);
    const same = child.id ? named.get(child.id) : alike(at, child) ? at : null;
    if (same?.nodeName !== child.nodeName) {
      old.insertBefore(child, at);
      continue;
    }
    if (same === at) at = at.nextSibling;
    else old.insertBefore(same, at);
    morph(same, child);
  }
  while (at) at = dropped(at);
}

const alike = (at, child) => at && !at.id && at.nodeName === child.nodeName && at.dataset?.key === child.dataset?.key;

function dropped(node) {
  const after = node.nextSibling;
  node.remove();
  return after;
}
