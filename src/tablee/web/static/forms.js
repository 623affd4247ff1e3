// What forms need of a script: something of one's own for chance, seats that show what matters, a link to share.

/** A text that nobody can foresee. */
export const unforeseen = () => [...crypto.getRandomValues(new Uint8Array(12))].map(byte => byte.toString(16).padStart(2, '0')).join('');

for (const each of document.querySelectorAll('[name=contribution]')) each.value = unforeseen();

for (const seat of document.querySelectorAll('.opening .seat')) {
  const kind = seat.querySelector('select');
  const match = () => { seat.dataset.kind = kind.value; };
  kind.addEventListener('change', match);
  match();
}

const share = document.getElementById('share'), link = document.getElementById('link');

if (share) {
  share.hidden = false;
  share.addEventListener('click', async () => {
    try {
      if (navigator.share) await navigator.share({url: link.href});
      else await navigator.clipboard.writeText(link.href), share.lastElementChild.textContent = share.dataset.done;
    } catch { /* who changed their mind needs no message */ }
  });
}
