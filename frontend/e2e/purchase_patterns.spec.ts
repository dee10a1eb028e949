/** Customer Purchase Patterns: every part with the API's figures, and an export that matches. */
import type { Page } from '@playwright/test';
import { saveDownload } from './downloads';
import { viewports, horizontalOverflow, applyViewport } from './viewports';
import { figures } from './market_page';
import { waitUntilSettled } from './pages';
import {
  fetchSegmentation,
  INTRO,
  panel,
  PATTERN_COLUMNS,
  countRows,
  SEGMENT_COLUMNS,
  SEGMENTATION,
  type Answer,
} from './patterns_page';
import { signInByApi } from './accounts';
import { expect, test } from './test';

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const oneDecimal = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const formatDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const dayOf = (text: string): string => (/^\d{4}-/.test(text) ? medium.format(new Date(text)) : text);
const signed = (value: number): string => `${value < 0 ? '-' : '+'}${plain.format(Math.abs(value))}%`;

async function focusOnMount(page: Page, address = '/purchase-patterns'): Promise<Answer> {
  const response = page.waitForResponse(SEGMENTATION);
  await page.goto(address);
  const answer = await fetchSegmentation(response);
  await waitUntilSettled(page);
  return answer;
}

test.beforeEach(async ({ page }) => {
  await signInByApi(page);
});

for (const look of viewports) {
  test(`shows every part that the page has (${look.name})`, async ({ page }) => {
    await applyViewport(page, look);
    const answer = await focusOnMount(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Purchase Patterns');
    await expect(page.getByText(INTRO)).toBeVisible();

    expect(answer.segmentation.length).toBeGreaterThan(2);
    const segments = panel(page, 'Customer Segmentation');
    for (const each of answer.segmentation) {
      for (const words of [
        each.segment,
        each.description,
        each.predicted_needs,
        each.optimal_purchase_time,
      ]) {
        await expect(segments).toContainText(words);
      }
      if (each.potential_savings !== undefined) {
        await expect(segments).toContainText(`${formatDollars.format(each.potential_savings)} a year`);
      }
    }

    for (const [title, { percent, changePoints }] of [
      ['Predicted Needs Over Time', answer.headlines.predictedNeeds],
      ['Optimal Purchase Windows', answer.headlines.purchaseWindow],
    ] as const) {
      const prediction = panel(page, title);
      await expect(prediction.getByRole('paragraph').first()).toHaveText(`${plain.format(percent)}%`);
      await expect(prediction.getByText('Next 3 Months')).toBeVisible();
      await expect(prediction.getByText(signed(changePoints), { exact: true })).toBeVisible();
      await expect(prediction.locator('svg').first()).toBeVisible();
    }

    const first = answer.customer_patterns[0];
    const patterns = panel(page, 'Customer Purchasing Patterns');
    await expect(patterns).toContainText(first?.customer ?? 'no customer');
    await expect(patterns).toContainText(`${plain.format(first?.frequency ?? Number.NaN)} a year`);
    await expect(patterns).toContainText(formatDollars.format(first?.average_spend ?? Number.NaN));
    for (const column of PATTERN_COLUMNS.slice(1))
      await expect(patterns.getByText(column, { exact: true }).first()).toBeVisible();
    for (const column of SEGMENT_COLUMNS.slice(1))
      await expect(segments.getByText(column, { exact: true }).first()).toBeVisible();
    await expect(patterns.getByText('Sample data')).toBeVisible();
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  });
}

test('both tables have the columns that were asked for, row by row through the API', async ({ page }) => {
  const answer = await focusOnMount(page);
  const segments = page.getByRole('table', { name: 'Customer segments' });
  await expect(segments.getByRole('columnheader')).toHaveText(SEGMENT_COLUMNS);
  expect((await countRows(segments)).map((row) => row.slice(0, 4))).toEqual(
    answer.segmentation.map(({ segment, description, predicted_needs, optimal_purchase_time }) => [
      segment,
      description,
      predicted_needs,
      optimal_purchase_time,
    ]),
  );
  const patterns = page.getByRole('table', { name: 'Customer purchasing patterns' });
  await expect(patterns.getByRole('columnheader')).toHaveText(PATTERN_COLUMNS);
  const rows = answer.customer_patterns.map((row) => [
    row.customer,
    dayOf(row.last_purchase),
    `${plain.format(row.frequency)} a year`,
    formatDollars.format(row.average_spend),
    dayOf(row.predicted_next),
  ]);
  expect(await countRows(patterns)).toEqual(rows.slice(0, 20));
  const { customersWithOrders, customer_patterns: listed } = answer;
  await expect(page.getByText(/^Showing 20 of/)).toContainText(`${customersWithOrders} customer`);
  await page.getByRole('button', { name: `Show all ${listed.length}` }).click();
  expect(await countRows(patterns)).toEqual(rows);
});

test('the charts run by week and by month', async ({ page }) => {
  const answer = await focusOnMount(page);
  const needs = await figures(page, 'Predicted Needs Over Time');
  expect(needs[0]).toEqual(['Week', 'Expected', 'Low (80%)', 'High (80%)']);
  expect(needs.slice(1).map((row) => row[1])).toEqual(
    answer.prediction_trends.map(({ percentage }) => `${oneDecimal.format(percentage)}%`),
  );
  for (const [index, { week }] of answer.prediction_trends.entries()) {
    expect(needs[index + 1]?.[0]).toMatch(new RegExp(`^Week of .* \\(${week}\\)$`));
  }
  const windows = await figures(page, 'Optimal Purchase Windows');
  expect(windows[0]).toEqual(['Month', 'Saved']);
  expect(windows.slice(1)).toEqual(
    answer.purchase_windows.map(({ month, value }) => [month, value === undefined ? '–' : signed(value)]),
  );
  expect(windows.slice(1).map(([month]) => month)).toEqual([
    'Jan',
    'Feb',
    'Mar',
    'Apr',
    'May',
    'Jun',
    'Jul',
    'Aug',
    'Sep',
    'Oct',
    'Nov',
    'Dec',
  ]);
});

test('the table sorts and filters, and the address holds both', async ({ page }) => {
  const answer = await focusOnMount(page);
  const table = page.getByRole('table', { name: 'Customer purchasing patterns' });
  const wanted = answer.customer_patterns.at(-1)?.customer.split(' ')[0] ?? '';
  await table.getByRole('button', { name: 'Average Spend' }).click();
  await expect(page).toHaveURL(/sort=-average_spend/);
  await expect(table.getByRole('columnheader', { name: 'Average Spend' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  // The server sorts all customers, the answer has the 200 largest.
  const largest = Math.max(...answer.customer_patterns.map((row) => row.average_spend));
  await expect(async () => {
    const spends = (await countRows(table)).map((row) => Number((row[3] ?? '').replace(/[$,]/g, '')));
    expect(spends).toEqual([...spends].sort((a, b) => b - a));
    expect(spends[0]).toBeGreaterThanOrEqual(largest);
  }).toPass();

  await page.getByLabel('Search customers').fill(wanted);
  await expect(page).toHaveURL(new RegExp(`filter=${wanted}`));
  await expect(table.locator('tbody tr').first()).toContainText(wanted);
  await waitUntilSettled(page);
  const left = await countRows(table);
  for (const [customer = ''] of left) expect(customer.toLowerCase()).toContain(wanted.toLowerCase());
  await page.reload();
  await expect(table.locator('tbody tr')).toHaveCount(left.length);
  expect(await countRows(table)).toEqual(left);
});

test('Export saves the rows that the filter leaves, in the order of the table', async ({ page }) => {
  await focusOnMount(page, '/purchase-patterns?sort=-frequency&filter=farms');
  const table = page.getByRole('table', { name: 'Customer purchasing patterns' });
  const all = page.getByRole('button', { name: /^Show all/ });
  if ((await all.count()) > 0) await all.click();
  const shown = await countRows(table);
  expect(shown.length).toBeGreaterThan(1);
  const file = await saveDownload(
    page,
    page.getByRole('button', { name: `Export ${shown.length} rows as CSV` }),
  );
  expect(file.name).toMatch(/^customer-patterns_sample_\d{4}-\d{2}-\d{2}_farms\.csv$/);
  const [headings = [], ...rows] = file.rows;
  expect(headings).toEqual(PATTERN_COLUMNS);
  expect(
    rows.map(([customer = '', last = '', frequency, spend, next = '']) => [
      customer,
      dayOf(last),
      `${plain.format(Number(frequency))} a year`,
      formatDollars.format(Number(spend)),
      dayOf(next),
    ]),
  ).toEqual(shown);
});
