/** Files that another app shared with Sprout. The service worker stores them until they are taken, once. */

/** As in `public/sw.js`. */
const CACHE = 'sprout-shared-files';

/** At sign-out, files that were not taken go too. */
export async function dropSharedFiles(): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(CACHE);
}

/** Removes the files from the store: no one who signs in later gets them. */
export async function takeSharedFiles(): Promise<File[]> {
  if (typeof caches === 'undefined') return [];
  const cache = await caches.open(CACHE);
  const files = await Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const blob = await (await cache.match(url))?.blob();
      const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
      return blob && new File([blob], name, { type: blob.type });
    }),
  );
  await caches.delete(CACHE);
  return files.filter((file) => file !== undefined);
}
