/** Withheld deletions: listed by name, kept, or deleted after confirming their number. */
import { expectAccessible } from './expect_accessible';
import type { Page } from '@playwright/test';
import { viewports, horizontalOverflow, applyViewport } from './viewports';
import { waitUntilSettled } from './pages';
import { signInAsOwner } from './accounts';
import { syncPage } from './sync_page';
import { expect, test } from './test';
import { suppliers, writeTable, writeWarehouse } from './warehouse';

const held = (page: Page) => page.getByRole('region', { name: 'Rows pending deletion', exact: true });

/** A synced warehouse of ten suppliers, of which the source now has only `left`. */
async function loseSuppliers(page: Page, left: number): Promise<string> {
  const folder = writeWarehouse({ supplier_data: suppliers(10) });
  await signInAsOwner(page);
  await page.goto('/data-sync');
  await page.getByLabel('Folder', { exact: true }).fill(folder);
  await page.getByRole('button', { name: 'Connect folder' }).click();
  await syncSuppliers(page);
  await expect(held(page)).toHaveCount(0);
  writeTable(folder, 'supplier_data', suppliers(left));
  await syncSuppliers(page);
  return folder;
}

async function syncSuppliers(page: Page): Promise<void> {
  const { tableButton } = syncPage(page);
  const ended = page.waitForResponse('**/api/data-sync/table');
  await tableButton('supplier_data').click();
  expect((await ended).status()).toBe(200);
  await expect(tableButton('supplier_data')).toBeEnabled();
}

test('a confirmed number goes, and no more than that', async ({ page }) => {
  const folder = await loseSuppliers(page, 7);
  await expect(held(page)).toContainText('3 of 10 rows (30%) are no longer in the source.');
  await held(page).getByRole('button', { name: 'Show the rows of supplier_data' }).click();
  await expect(held(page).getByRole('row')).toHaveText([
    'KeyName',
    'sup-10Supplier 10',
    'sup-8Supplier 8',
    'sup-9Supplier 9',
  ]);

  // While someone reviews three rows, the source loses everything.
  writeTable(folder, 'supplier_data', suppliers(0));
  const confirm = async (number: number) => {
    await held(page)
      .getByRole('button', { name: `Delete ${number} rows of supplier_data` })
      .click();
    const dialog = page.getByRole('dialog', { name: `Delete ${number} rows?` });
    await expect(dialog).toContainText(`${number} rows of supplier_data will no longer count in any figure.`);
    await dialog.getByRole('button', { name: `Delete ${number} rows` }).click();
  };
  await confirm(3);
  await expect(
    page.getByText('you confirmed 3, but 10 rows are missing now. Review them again.'),
  ).toBeVisible();
  await expect(held(page)).toContainText('10 of 10 rows (100%) are no longer in the source.');

  writeTable(folder, 'supplier_data', suppliers(2));
  await confirm(10);
  await expect(page.getByText('8 rows of supplier_data were deleted.')).toBeVisible();
  await expect(held(page)).toHaveCount(0);
  await expect(syncPage(page).statistics).toContainText('8 deleted');
});

test('rows can be kept, by keyboard, and asked about again', async ({ page }) => {
  await loseSuppliers(page, 2);
  const keep = held(page).getByRole('button', { name: 'Keep rows of supplier_data' });
  await keep.focus();
  await page.keyboard.press('Enter');
  await expect(held(page)).toContainText('Rows kept.');
  await page.reload();
  await held(page).getByRole('button', { name: 'Undo' }).click();
  await held(page).getByRole('button', { name: 'Delete 8 rows of supplier_data' }).press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(keep).toBeVisible();
});

test('the question and its dialog are good on every screen', async ({ page }) => {
  test.setTimeout(120_000);
  await loseSuppliers(page, 2);
  await held(page).getByRole('button', { name: 'Show the rows of supplier_data' }).click();
  for (const look of viewports) {
    await applyViewport(page, look);
    await waitUntilSettled(page);
    await expectAccessible(page, look.name);
    expect(await horizontalOverflow(page), look.name).toBe(0);
    await held(page).getByRole('button', { name: 'Delete 8 rows of supplier_data' }).click();
    await expectAccessible(page, `${look.name}, dialog`);
    await page.keyboard.press('Escape');
  }
});
