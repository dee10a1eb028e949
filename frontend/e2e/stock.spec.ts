/** What to do about stock: the plan of the demo data, and the plan under other assumptions. */
import type { Page } from '@playwright/test';
import { signInByApi } from './accounts';
import { saveDownload } from './downloads';
import { expectAccessible } from './expect_accessible';
import { expect, test } from './test';
import { applyViewport, horizontalOverflow } from './viewports';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const whatIf = (page: Page) => panel(page, 'What if');

interface Comparison {
  plan: { orderNow: number; orderCost: number };
  scenario: { orderNow: number; orderCost: number };
  deferred: { lines: number };
  changedTotal: number;
}

test.beforeEach(async ({ page }) => {
  await signInByApi(page);
});

test('slower suppliers change the plan, and the link shows the same', async ({ page }, info) => {
  await page.goto('/stock');
  await expect(panel(page, 'What to do')).toContainText(/Order \d+ lines? today|Nothing to order/);
  // The demo has every table.
  await expect(page.getByText(/^Without (past sales|customer bookings|purchase orders)/)).toHaveCount(0);
  await whatIf(page).getByRole('button', { name: 'Try a scenario' }).click();
  await expect(whatIf(page)).toContainText('Move a slider or enter a budget.');
  const answered = page.waitForResponse('**/api/purchasing/plan/what-if?*');
  const slider = whatIf(page).getByRole('slider', { name: 'Suppliers' });
  await slider.focus();
  await slider.press('End');
  const { data } = (await (await answered).json()) as { data: Comparison };
  expect(data.changedTotal).toBeGreaterThan(0);
  expect(data.scenario.orderCost).toBeGreaterThan(data.plan.orderCost);
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  const totals = whatIf(page).getByRole('table', { name: 'The plan and the scenario' });
  const row = totals.getByRole('row', { name: /^Cost of today’s orders/ });
  await expect(row).toContainText(dollars.format(data.plan.orderCost));
  await expect(row).toContainText(dollars.format(data.scenario.orderCost));
  await expect(whatIf(page)).toContainText('12 weeks longer');
  await expect(page).toHaveURL(/leadWeeks=12/);
  await whatIf(page).screenshot({ path: info.outputPath('desktop.png') });

  await page.reload();
  await expect(row).toContainText(dollars.format(data.scenario.orderCost));
  await whatIf(page).getByRole('button', { name: 'Close the scenario' }).click();
  await expect(page).not.toHaveURL(/leadWeeks/);
});

test('a budget defers the orders that it does not suffice for', async ({ page }, info) => {
  await page.goto('/stock?leadWeeks=12');
  const budget = whatIf(page).getByLabel('Budget for today’s orders');
  await budget.fill('a lot');
  await budget.press('Enter');
  await expect(whatIf(page)).toContainText('Enter an amount such as 50000');
  const answered = page.waitForResponse('**/api/purchasing/plan/what-if?*budget=1000*');
  await budget.fill('1000');
  await budget.press('Enter');
  const { data } = (await (await answered).json()) as { data: Comparison };
  expect(data.deferred.lines).toBeGreaterThan(0);
  expect(data.scenario.orderCost).toBeLessThanOrEqual(1000);
  await expect(whatIf(page).getByText(/^The budget doesn’t suffice for/)).toBeVisible();
  await expect(whatIf(page).getByRole('table', { name: 'Lines that change' })).toContainText(
    'Over the budget',
  );
  await applyViewport(page, { name: 'phone, dark', width: 390, colorScheme: 'dark' });
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page, 'scenario');
  await page.screenshot({ path: info.outputPath('phone.png'), fullPage: true });
});

test('a scenario is saved under a name and opens again', async ({ page }) => {
  await page.goto('/stock?leadWeeks=4&group=category');
  await page.getByRole('button', { name: 'Save view' }).click();
  const saving = page.getByRole('dialog', { name: 'Save view' });
  await saving.getByLabel('Name', { exact: true }).fill('Slow suppliers');
  await saving.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByLabel('Saved views')).toHaveValue(/./);
  await expect(page.getByRole('button', { name: 'Pin to dashboard' })).toHaveCount(0);

  await page.goto('/stock');
  await expect(whatIf(page).getByRole('button', { name: 'Try a scenario' })).toBeVisible();
  await page.getByLabel('Saved views').selectOption({ label: 'Slow suppliers' });
  await expect(page).toHaveURL(/leadWeeks=4/);
  await expect(whatIf(page)).toContainText('4 weeks longer');

  // A report by email follows the view.
  await page.getByRole('link', { name: 'Schedule' }).click();
  const report = page.getByRole('dialog', { name: 'New report' });
  await expect(report).toContainText('The report follows the saved view.');
  await expect(report.getByLabel('Name', { exact: true })).toHaveValue('Slow suppliers');
  await report.getByRole('button', { name: 'Preview' }).click();
  const email = report.getByRole('region', { name: 'Email preview' });
  await expect(email.getByRole('columnheader', { name: 'Category' })).toBeVisible();
  await page.goto('/stock?leadWeeks=4&group=category');
  await page.getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByLabel('Saved views')).toHaveCount(0);
});

test('the file of the grid has the lines of all pages, also after a canceled one', async ({ page }) => {
  await page.goto('/stock');
  const grid = panel(page, 'Balance by week');
  const button = grid.getByRole('button', { name: /^Export all \d+ rows as CSV$/ });
  const total = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0]);
  await expect(grid).toContainText(`Showing 50 of ${total} rows.`);
  const isFile = (address: URL) =>
    address.pathname === '/api/purchasing/position' && address.searchParams.get('limit') === '200';
  await page.route(isFile, () => undefined);
  await button.click();
  await grid.getByRole('button', { name: 'Cancel export' }).click();
  await page.unroute(isFile);
  const { name, rows } = await saveDownload(page, button);
  expect(name).toMatch(/^season-position_\d{4}-\d\d-\d\d\.csv$/);
  const [headings = [], ...lines] = rows;
  expect(headings.slice(0, 2)).toEqual(['Item', 'Advice']);
  expect(lines).toHaveLength(total);
  expect(new Set(lines.map((cells) => cells.join())).size).toBe(total);
  await expect(grid).toContainText(`Showing 50 of ${total} rows.`);
});
