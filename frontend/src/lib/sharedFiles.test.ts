/** Files that another app shared are taken once. */
import { expect, it, vi } from 'vitest';
import { takeSharedFiles } from './sharedFiles';

it('are taken with their names, and removed', async () => {
  const stored = new Map([['http://sprout.test/shared/stock%20list.csv', new Response('a,b\n1,2\n')]]);
  const remove = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal('caches', {
    open: () =>
      Promise.resolve({
        keys: () => Promise.resolve([...stored.keys()].map((url) => ({ url }))),
        match: (url: string) => Promise.resolve(stored.get(url)),
      }),
    delete: remove,
  });
  const files = await takeSharedFiles();
  expect(files.map(({ name }) => name)).toEqual(['stock list.csv']);
  expect(remove).toHaveBeenCalledWith('sprout-shared-files');
});

it('are none where the browser has no store', async () => {
  vi.stubGlobal('caches', undefined);
  expect(await takeSharedFiles()).toEqual([]);
});
