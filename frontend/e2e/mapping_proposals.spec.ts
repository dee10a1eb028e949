/** A source with column names of its own: the proposed mapping is reviewed, corrected, saved, and used by the sync. */
import type { Page } from '@playwright/test';
import { signInAsOwner } from './accounts';
import { expectAccessible } from './expect_accessible';
import { syncPage } from './sync_page';
import { expect, test } from './test';
import { ownNamesTables, writeWarehouse } from './warehouse';

const mapping = (page: Page) => page.getByRole('region', { name: 'Mapping', exact: true });
const cell = (page: Page, column: string) => mapping(page).getByLabel(column, { exact: true });

/** Opens the proposal for a table from the result of the test. */
async function review(page: Page, table: string): Promise<void> {
  const proposal = page.getByRole('listitem').filter({ hasText: `looks like ${table}` });
  await proposal.getByRole('link', { name: 'Review suggestion' }).click();
}

const save = (page: Page) => mapping(page).getByRole('button', { name: 'Save mapping' });

/** The stock at the only location, on the page of an item. */
const stockRow = (page: Page) =>
  page.getByRole('region', { name: 'Stock', exact: true }).getByRole('row').filter({ hasText: 'Ames' });

test('a proposed mapping is corrected and saved, and the sync reads by it', async ({ page }) => {
  const folder = writeWarehouse(ownNamesTables);
  await signInAsOwner(page);
  await page.goto('/data-sync');
  const sync = syncPage(page);
  await page.getByLabel('Folder', { exact: true }).fill(folder);
  await page.getByRole('button', { name: 'Connect folder' }).click();
  await expect(page.getByText('Source connected. Map its tables, then start a full sync.')).toBeVisible();
  await expect(page.getByText(/^Item Stock looks like inventory_data \(\d+% sure\)\./)).toBeVisible();
  await expect(page.getByText(/^Vendors looks like supplier_data \(\d+% sure\)\./)).toBeVisible();
  await review(page, 'inventory_data');
  await expect(
    mapping(page).getByText('No tables, columns or values are mapped.', { exact: false }),
  ).toBeVisible();
  await expect(cell(page, 'on_hand')).toHaveValue('on_hand');
  await mapping(page).getByRole('button', { name: 'Fill in from Item Stock' }).click();
  await expect(mapping(page).getByText('Filled in below. Check every column')).toBeVisible();
  await expect(cell(page, 'Table in your source')).toHaveValue('Item Stock');
  await expect(cell(page, 'item_id')).toHaveValue('Item No');
  await expect(cell(page, 'on_hand')).toHaveValue('Qty On Hand');
  // What this source orders at once is not the stock at which it orders.
  await expect(cell(page, 'reorder_point')).toHaveValue('Reorder Qty');
  await expect(mapping(page).getByText('Enter what these words mean for unit: Jug.')).toBeVisible();
  const words = mapping(page).locator('[name="unit words"]');
  await expect(words).toHaveValue('Jug = ');
  await expectAccessible(page, 'a proposal');
  await cell(page, 'reorder_point').fill('Alarm Level');
  await save(page).click();
  await expect(mapping(page).getByText('Write one word per line', { exact: false })).toBeVisible();
  await words.fill('Jug = 2.5 gal');
  await save(page).click();
  await expect(mapping(page).getByText('Mapping saved. It applies from the next sync.')).toBeVisible();
  await expect(mapping(page).getByText(/inventory_data\.reorder_point is Alarm Level/)).toBeVisible();

  await sync.openTab('Overview');
  await sync.runFullSync();
  await expect(sync.statistics).toContainText('3 inserted, 0 updated, 0 unchanged, 0 deleted');
  await expect(sync.statistic('Errors')).toHaveText('0');
  await page.goto('/items/GLY');
  await expect(stockRow(page)).toContainText('150 gal');
  await page.goto('/items/SEED-105');
  await expect(stockRow(page)).toContainText(/12 bags.*60 bags/);
  await expect(stockRow(page)).not.toContainText('500');

  await page.goto('/data-sync?columns=inventory_data');
  await expect(cell(page, 'reorder_point')).toHaveValue('Alarm Level');
  await expect(words).toHaveValue('Jug = 2.5 gal');
});
