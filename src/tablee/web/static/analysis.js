// An analysis as it goes on: looked at again until it is finished.

import {morph} from './morph.js';

const PAUSE = 1000, main = document.getElementById('main');

async function again() {
  const answer = await fetch(location.href, {headers: {accept: 'text/html'}}).catch(() => null);
  if (answer?.ok) morph(main, new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('main'));
  if (document.getElementById('progress')) setTimeout(again, PAUSE);
}

setTimeout(again, PAUSE);
