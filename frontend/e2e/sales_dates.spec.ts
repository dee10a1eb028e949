/** What the dates of sales are: proposed from the lines, changed, and what the season position makes of it. */
import type { Page } from '@playwright/test';
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { signInWithRows } from './synced_owner';
import { expect, test } from './test';
import { bookedTables, BOOKED_LINES, SALE_LINES } from './warehouse';

const panel = (page: Page) => page.getByRole('region', { name: 'Sales dates', exact: true });
const dating = (page: Page) => panel(page).getByRole('combobox', { name: 'Date of a sale' });

async function choose(page: Page, option: string): Promise<void> {
  await page.goto('/data-sync?tab=mapping');
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/data-sync/sales-dating') && answer.request().method() === 'PUT',
  );
  await dating(page).selectOption(option);
  expect((await saved).status()).toBe(200);
}

/** The balances of urea in the season position, week by week. */
async function readBalances(page: Page): Promise<string[]> {
  await page.goto('/stock');
  const weeks = page
    .getByRole('region', { name: 'Balance by week', exact: true })
    .getByRole('button', { name: /^Urea 46, Main yard, week of / });
  await expect(weeks).toHaveCount(13);
  return weeks.allTextContents();
}

test('the day of booking is proposed, and another choice moves the demand', async ({ page }) => {
  test.slow();
  await signInWithRows(page, bookedTables);
  await page.goto('/data-sync?tab=mapping');
  await expect(dating(page)).toHaveValue('');
  await expect(dating(page).locator('option:checked')).toHaveText('As your data shows: Day of booking');
  await expect(panel(page)).toContainText(
    `${BOOKED_LINES} of ${SALE_LINES} sale lines were delivered on another day than their date.`,
  );
  const proposed = await readBalances(page);

  await choose(page, 'Day of delivery');
  await page.reload();
  await expect(dating(page).locator('option:checked')).toHaveText('Day of delivery');
  const changed = await readBalances(page);
  // Delivered in the coming weeks of every year, but ordered long before.
  const last = (balances: string[]) => Number.parseFloat((balances.at(-1) ?? '').replace(',', ''));
  expect(last(changed)).toBeGreaterThan(last(proposed) + 100);

  await choose(page, 'As your data shows: Day of booking');
  await expect(dating(page)).toHaveValue('');
  expect(await readBalances(page)).toEqual(proposed);
  await page.goto('/data-sync?tab=mapping');
  await expectAccessibleInEveryViewport(page);
});
