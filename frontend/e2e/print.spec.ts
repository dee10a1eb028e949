/** Pages on paper: charts that were never on screen, all rows, and nothing cut off. */
import type { Page } from '@playwright/test';
import { signInByApi } from './accounts';
import { waitUntilIdle } from './pages';
import { expect, test } from './test';

/** US Letter between its margins, in CSS pixels. */
const PAPER = { width: 710, height: 950 };

interface PrintedPage {
  charts: { name: string | null; marks: number }[];
  tables: { name: string | null; rows: number; right: number; landscape: boolean }[];
}

/** What the document holds when the browser prints it. */
async function print(page: Page): Promise<PrintedPage> {
  await waitUntilIdle(page);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
  return page.evaluate(() => {
    // The browser prints when the event ends, so the page is read in the same task.
    window.dispatchEvent(new Event('beforeprint'));
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const visible = ({ width, height }: DOMRect) => width > 0 && height > 0;
    const printed = {
      charts: all('figure').map((figure) => ({
        name: figure.getAttribute('aria-label'),
        marks: [...figure.querySelectorAll('svg path, svg rect')].filter((mark) =>
          visible(mark.getBoundingClientRect()),
        ).length,
      })),
      tables: all('table').map((table) => ({
        name: table.getAttribute('aria-label'),
        rows: table.querySelectorAll('tbody tr').length,
        right: table.getBoundingClientRect().right,
        landscape: getComputedStyle(table.parentElement ?? table).page !== 'auto',
      })),
    };
    window.dispatchEvent(new Event('afterprint'));
    return printed;
  });
}

test.beforeEach(async ({ page }) => {
  await signInByApi(page);
});

test('the dashboard prints all recommendations and its charts', async ({ page }) => {
  const recommendations = page.waitForResponse('**/api/purchasing/recommendations*');
  await page.goto('/');
  const { data } = (await (await recommendations).json()) as { data: { total: number } };
  const table = page.getByRole('table', { name: 'Purchase recommendations' });
  await expect(table).toBeVisible();
  expect(data.total).toBeGreaterThan(await table.locator('tbody tr').count());
  const { charts, tables } = await print(page);
  expect(charts.length).toBeGreaterThan(0);
  for (const chart of charts) expect(chart.marks, chart.name ?? '').toBeGreaterThan(0);
  expect(tables.find(({ name }) => name === 'Purchase recommendations')?.rows).toBe(data.total);
  for (const { name, right } of tables) expect(right, name ?? '').toBeLessThanOrEqual(PAPER.width);
  await expect(page.getByRole('button', { name: 'View drafts' })).toBeHidden();
});

for (const path of ['/purchase-patterns', '/market-trends'])
  test(`${path} prints charts that were below the window`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('figure').last()).toBeAttached();
    const { charts, tables } = await print(page);
    expect(charts.length).toBeGreaterThan(1);
    for (const chart of charts) expect(chart.marks, chart.name ?? '').toBeGreaterThan(0);
    for (const { name, right } of tables) expect(right, name ?? '').toBeLessThanOrEqual(PAPER.width);
  });

test('the weeks of the season position print in landscape', async ({ page }) => {
  await page.goto('/stock');
  await expect(page.getByRole('table', { name: 'Balance by week' })).toBeVisible();
  const { tables } = await print(page);
  expect(tables.find(({ name }) => name === 'Balance by week')?.landscape).toBe(true);
  expect(tables.find(({ name }) => name === 'What to do')?.landscape).toBe(false);
});
