/** The end of a session deletes the answers that the service worker has stored; its start does not. */
import { beforeEach, expect, it, vi } from 'vitest';
import { beginSession, endSession, switchSession } from './session';

let stores: Set<string>;

beforeEach(() => {
  stores = new Set(['sprout-shell', 'sprout-answers/ada/north/1', 'sprout-answers/ada/north/2']);
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve([...stores]),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
  });
});

it.each([
  ['signing out', () => endSession('signed-out')],
  ['an expired session', () => endSession('expired')],
  ['another tab', () => window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))],
  ['switching organizations', () => switchSession('token-2', '/')],
])('%s deletes stored answers', async (_, end) => {
  vi.stubGlobal('location', { ...window.location, replace: () => undefined });
  end();
  await vi.waitFor(() => expect([...stores]).toEqual(['sprout-shell']));
});

it('signing in deletes nothing', async () => {
  beginSession('token-1');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(stores.size).toBe(3);
});
