// Notices "it is your turn" on this device. The section #notices has the server's key in `data-key`, two buttons with
// `data-notices` "on" and "off", and a line of role status with its texts in `data-denied` and `data-failed`. All of
// them stay hidden where a browser can't.

const section = document.getElementById('notices');
if (section && navigator.serviceWorker && 'PushManager' in window) begin();

async function begin() {
  const {pushManager} = await navigator.serviceWorker.ready;
  const [on, off] = ['on', 'off'].map(name => section.querySelector(`[data-notices=${name}]`));
  const status = section.querySelector('[role=status]');

  function show(subscribed) {
    on.hidden = subscribed;
    off.hidden = !subscribed;
    section.hidden = false;
  }

  async function change(work) {
    status.textContent = '';
    on.disabled = off.disabled = true;
    try {
      await work();
    } catch {
      status.textContent = Notification.permission === 'denied' ? status.dataset.denied : status.dataset.failed;
    }
    on.disabled = off.disabled = false;
    const subscribed = Boolean(await pushManager.getSubscription());
    show(subscribed);
    (subscribed ? off : on).focus();
  }

  on.addEventListener('click', () => change(async () => {
    const made = await pushManager.subscribe({userVisibleOnly: true, applicationServerKey: section.dataset.key});
    await tell('post', made).catch(async wrong => { await made.unsubscribe(); throw wrong; });
  }));

  off.addEventListener('click', () => change(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    await tell('delete');
  }));

  const found = await pushManager.getSubscription();
  if (found) tell('post', found).catch(() => {});  // its address or the language may be another one by now
  show(Boolean(found));
}

async function tell(method, subscription) {
  const body = subscription && JSON.stringify(subscription);
  const answer = await fetch('/me/notices', {method, body, headers: {'content-type': 'application/json'}});
  if (!answer.ok) throw new Error(answer.status);
}
