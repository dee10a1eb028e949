/** Deletes the answers of the server that the service worker stores for reading without a connection. */

/** As in `public/sw.js`. */
const PREFIX = 'sprout-answers/';

export async function deleteStoredAnswers(): Promise<void> {
  if (typeof caches === 'undefined') return;
  const stores = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(stores.map((name) => caches.delete(name)));
}
