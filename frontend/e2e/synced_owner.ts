/** A new organization with rows. */
import type { Page } from '@playwright/test';
import { signInAsOwner } from './accounts';
import { expect } from './test';
import { goodTables, writeWarehouse } from './warehouse';

/** Registers an owner, syncs `tables`, and signs in. */
export async function signInWithRows(page: Page, tables = goodTables): Promise<void> {
  const headers = { Authorization: `Bearer ${await signInAsOwner(page)}` };
  const source = { kind: 'files', path: writeWarehouse(tables) };
  expect((await page.request.put('/api/data-sync/source', { headers, data: source })).status()).toBe(200);
  const synced = await page.request.post('/api/data-sync/sync', { headers, data: { options: {} } });
  expect(synced.status(), await synced.text()).toBe(200);
}
