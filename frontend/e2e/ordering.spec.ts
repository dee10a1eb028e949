/**
 * From a recommendation to an order: accepted with an edited quantity, downloaded, ordered, and not
 * recommended again.
 */
import { expectAccessible } from './expect_accessible';
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { viewports, horizontalOverflow, applyViewport } from './viewports';
import { waitUntilSettled } from './pages';
import { signInAsOwner } from './accounts';
import { syncPage } from './sync_page';
import { expect, isRefusal, test } from './test';
import { goodTables, writeWarehouse } from './warehouse';

const panel = (page: Page) => page.getByRole('region', { name: 'Purchase Recommendations', exact: true });
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

/** Corn seed is low: 30 bags at 25 dollars are recommended. */
async function signInWithLowStock(page: Page): Promise<string> {
  const folder = writeWarehouse(goodTables);
  const token = await signInAsOwner(page);
  await page.goto('/data-sync');
  await page.getByLabel('Folder', { exact: true }).fill(folder);
  await page.getByRole('button', { name: 'Connect folder' }).click();
  await syncPage(page).runFullSync();
  await page.goto('/');
  await expect(panel(page).getByRole('button', { name: 'Create draft orders' })).toBeVisible();
  return token;
}

test('a recommendation is accepted, downloaded and ordered, and is not recommended again', async ({
  page,
}) => {
  await signInWithLowStock(page);
  await panel(page).getByRole('button', { name: 'Create draft orders' }).click();
  await expect(page).toHaveURL(/ordering=accept/);
  const accept = sheet(page, 'Create draft orders');
  await accept.getByRole('textbox', { name: 'Quantity of Corn seed 105, Main yard' }).fill('45');
  await expect(accept).toContainText('This quantity is not in whole packs.');
  await expect(accept).toContainText('$1,125.00');
  await accept.getByRole('button', { name: 'Create 1 draft' }).click();

  const drafts = sheet(page, 'Draft orders');
  await expect(drafts).toContainText('1 draft order created.');
  await expect(drafts).toContainText('45 bags');
  const downloading = page.waitForEvent('download');
  await drafts.getByRole('button', { name: /^Download CSV/ }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^purchase-order-[0-9a-f-]{36}\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/,corn-1,Corn seed 105,Main yard,45,bag,25,1125,USD$/);
  const downloadingPdf = page.waitForEvent('download');
  await drafts.getByRole('button', { name: /^Download PDF/ }).click();
  const pdf = await downloadingPdf;
  expect(pdf.suggestedFilename()).toMatch(/^purchase-order-[0-9a-f-]{36}\.pdf$/);
  const bytes = readFileSync(await pdf.path(), 'latin1');
  expect(bytes).toMatch(/^%PDF-1\.\d/);
  expect(bytes).toContain('(Purchase order)');

  await drafts.getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toContainText('Nothing left to reorder.');
  await expect(panel(page)).toContainText('1 item is already in draft orders.');

  await panel(page).getByRole('button', { name: 'Draft orders' }).click();
  await drafts.getByRole('button', { name: /^Mark as ordered/ }).click();
  await expect(drafts).toContainText('No drafts to order.');
  await drafts.getByRole('button', { name: 'Ordered', exact: true }).click();
  await expect(drafts).toContainText('Counts as incoming until it appears in your data, at the latest until');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toContainText(
    'Nothing to reorder. All items are above their advised reorder point.',
  );
});

test('the second user is shown, and a discarded draft is recommended again', async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(isRefusal(409));
  const token = await signInWithLowStock(page);
  await panel(page).getByRole('button', { name: 'Create draft orders' }).click();
  const accept = sheet(page, 'Create draft orders');
  await expect(accept.getByRole('button', { name: 'Create 1 draft' })).toBeEnabled();
  // Another user, on another page.
  const first = await page.request.post('/api/purchasing/drafts', {
    headers: { Authorization: `Bearer ${token}` },
    data: {
      requestId: '0198c5a0-7d3e-7a44-9f10-000000000001',
      lines: [{ itemId: 'corn-1', location: 'Main yard', quantity: 30 }],
    },
  });
  expect(first.status()).toBe(200);
  await accept.getByRole('button', { name: 'Create 1 draft' }).click();
  await expect(accept.getByRole('alert')).toContainText('is already in an open draft order');
  await expect(accept).toContainText('Nothing left to order.');
  await page.goto('/?ordering=drafts');
  const drafts = sheet(page, 'Draft orders');
  await drafts.getByRole('button', { name: /^Discard:/ }).press('Enter');
  await expect(drafts.getByRole('button', { name: 'Keep' })).toBeFocused();
  await drafts.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(drafts).toContainText('No drafts to order.');
  await drafts.getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toContainText(/Corn seed 105.*30 bags/);
});

test('costs are set, kept, and as usual again', async ({ page }) => {
  await signInWithLowStock(page);
  await panel(page).getByRole('button', { name: 'Ordering costs' }).click();
  const costs = sheet(page, 'Ordering costs');
  await costs.getByLabel('Default lead time (days)').fill('21');
  await costs.getByRole('button', { name: 'Save costs' }).click();
  await expect(costs).toContainText('Costs saved. They apply to the next recommendations.');
  await page.reload();
  await expect(costs.getByLabel('Default lead time (days)')).toHaveValue('21');
  await expect(costs).toContainText('by Robin Field.');
  await costs.getByLabel('Default lead time (days)').fill('');
  await costs.getByRole('button', { name: 'Save costs' }).click();
  await expect(costs).toContainText('Costs saved.');
  await page.reload();
  await expect(costs.getByLabel('Default lead time (days)')).toHaveValue('');
  await expect(costs).toContainText('Leave blank for 14 days.');
});

test('a term is corrected, reckoned with at once, and reset', async ({ page }) => {
  await signInWithLowStock(page);
  await panel(page)
    .getByRole('button', { name: /^Why\?/ })
    .click();
  await expect(panel(page)).toContainText('Lead time + review14 days + 7 days');
  await panel(page)
    .getByRole('button', { name: /^Correct / })
    .click();
  await panel(page).getByLabel('Pack size (bags)').fill('25');
  await panel(page).getByLabel('Lead time (days)').fill('30');
  await panel(page).getByRole('button', { name: 'Save correction' }).click();
  await expect(panel(page)).toContainText(/Corn seed 105.*10 bags.*50 bags.*\$1,250\.00/);
  await expect(panel(page)).toContainText('Lead time + review30 days (corrected) + 7 days');
  await expect(panel(page)).toContainText(/Corrected .* by Robin Field\./);
  await page.goto('/?ordering=minimum');
  const minimum = sheet(page, 'Set minimum');
  await expect(minimum).toContainText('lead time 30 days, pack of 25 bags, by Robin Field');
  await minimum.getByRole('button', { name: 'Reset Corn seed 105, Main yard' }).click();
  await expect(minimum).toContainText('No corrections yet.');
  await minimum.getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toContainText(/Corn seed 105.*10 bags.*30 bags.*\$750\.00/);
});

test('every sheet is good on every screen', async ({ page }) => {
  test.setTimeout(180_000);
  await signInWithLowStock(page);
  for (const look of viewports) {
    await applyViewport(page, look);
    for (const [name, title] of [
      ['accept', 'Create draft orders'],
      ['costs', 'Ordering costs'],
      ['drafts', 'Draft orders'],
      ['minimum', 'Set minimum'],
    ] as const) {
      await page.goto(`/?ordering=${name}`);
      await expect(sheet(page, title)).toBeVisible();
      await waitUntilSettled(page);
      await page.screenshot({ path: `test-results/ordering-${name}-${look.name.replace(', ', '-')}.png` });
      await expectAccessible(page, `${name}, ${look.name}`);
      expect(await horizontalOverflow(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
    }
  }
});
