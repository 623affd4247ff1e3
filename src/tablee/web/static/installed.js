// The service worker, for browsers that have such a thing: it speaks up when the connection is gone.

navigator.serviceWorker?.register('/worker.js').catch(() => {});
