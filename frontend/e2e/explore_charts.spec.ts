/** The kinds of chart on the explore page, which anyone may open on the demo. */
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { waitUntilSettled } from './pages';
import { expect, test } from './test';

test('the calendar is a heat map, whose cells open their rows', async ({ page }) => {
  test.slow();
  await page.goto('/explore?measures=revenue&by=category,month_of_year&period=last_24_months');
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(result.getByRole('button', { name: 'Heat map' })).toHaveAttribute('aria-pressed', 'true');
  const map = result.getByRole('table', { name: /^Revenue, by category, month/ });
  await expect(map.getByRole('columnheader').nth(1)).toHaveText('January');
  await expect(map.getByRole('columnheader')).toHaveCount(13);
  await expectAccessibleInEveryViewport(page);
  await map.getByRole('row').nth(1).getByRole('cell').nth(3).click();
  await expect(page.getByRole('dialog', { name: /^Rows: .*April/ })).toBeVisible();
});

test('a stack is chosen, and the link keeps it', async ({ page }) => {
  test.slow();
  await page.goto('/explore?measures=revenue&by=category,month&period=last_12_months');
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await result.getByRole('button', { name: 'Stacked bars' }).click();
  await expect(page).toHaveURL(/[?&]chart=stacked/);
  await page.reload();
  const stacked = result.getByRole('button', { name: 'Stacked bars' });
  await expect(stacked).toHaveAttribute('aria-pressed', 'true');
  await waitUntilSettled(page);
  await expect(result.locator('svg rect').first()).toBeVisible();
  await expectAccessibleInEveryViewport(page);
});

test('a line over time has a dashed line for the compared period', async ({ page }) => {
  test.slow();
  await page.goto('/explore?measures=revenue&by=month&period=last_12_months&compare=previous_year');
  const chart = page.getByRole('figure', { name: 'Revenue, by month' });
  await expect(chart.getByText(/^\w+ \d+, \d{4} – \w+ \d+, \d{4}$/)).toBeVisible();
  const lines = chart.locator('svg path.MuiLineChart-line');
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(0)).toHaveCSS('stroke-dasharray', 'none');
  await expect(lines.nth(1)).toHaveCSS('stroke-dasharray', '6px, 4px');
  await expectAccessibleInEveryViewport(page);
});
