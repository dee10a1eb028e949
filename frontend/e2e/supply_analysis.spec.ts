/** Supply Analysis: every part, working selections and filters, and an export that matches. */
import { contrastLead } from './color';
import { saveDownload, readSection } from './downloads';
import { viewports, horizontalOverflow, applyViewport } from './viewports';
import {
  COMMODITIES,
  countFigureRows,
  figures,
  marketPage,
  OVERVIEW,
  fetchOverview,
  type Overview,
} from './market_page';
import { waitUntilSettled } from './pages';
import { signInByApi } from './accounts';
import { expect, test } from './test';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const quoted = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const dayOf = (iso: string): string => day.format(new Date(iso));

test.beforeEach(async ({ page }) => {
  await signInByApi(page);
});

for (const look of viewports) {
  test(`shows every part that the page has (${look.name})`, async ({ page }) => {
    await applyViewport(page, look);
    const response = page.waitForResponse(OVERVIEW);
    await page.goto('/market-trends');
    const overview = await fetchOverview(response);
    await waitUntilSettled(page);
    const { panel, pressed, weather, news, choice } = marketPage(page);

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Supply Analysis');
    await expect(page.getByText('Real-time commodity prices and market intelligence')).toBeVisible();
    await expect(page.getByText('Sample data').first()).toBeVisible();
    for (const name of ['Filters', 'Export']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeEnabled();
    }
    for (const timeframe of ['1M', '3M', '6M', '1Y'])
      await expect(choice('Timeframe', timeframe)).toBeVisible();
    for (const name of ['All', ...COMMODITIES]) await expect(choice('Commodity', name)).toBeVisible();
    expect(await pressed('Timeframe')).toEqual(['3M']);
    expect(await pressed('Commodity')).toEqual(['All']);

    expect(overview.cards.map(({ name }) => name)).toEqual(COMMODITIES);
    for (const card of overview.cards) {
      const shown = panel(card.name);
      await expect(shown).toContainText(`$${quoted.format(card.currentPrice)}`);
      await expect(shown).toContainText(card.unit === 'usd_per_bu' ? '$/bu' : '$/ton');
      const sign = (card.changePercent ?? 0) < 0 ? '-' : '+';
      await expect(shown).toContainText(
        `(${sign}${number.format(Math.abs(card.changePercent ?? 0))}%) in 3 months`,
      );
      await expect(shown).toContainText(`Trend, 3 whole months${card.trend}`);
      await expect(shown).toContainText(`Volume${number.format(card.volume ?? Number.NaN)}`);
      await expect(shown).toContainText(/Forecast(Bullish|Neutral|Bearish)/);
      await expect(shown).toContainText(card.forecast);
    }

    await expect(panel('Price trend: All commodities, 3M').locator('path[data-series]')).not.toHaveCount(0);
    await expect(panel('Trading volume: All commodities, 3M').locator('svg').first()).toBeVisible();

    const regions = overview.weather.regions;
    expect(regions.map(({ region }) => region)).toEqual(['Midwest', 'Plains', 'Southeast', 'Northeast']);
    await expect(weather).toHaveCount(4);
    for (const [index, { region, temperature, rainfall, conditions }] of regions.entries()) {
      const row = weather.nth(index);
      await expect(row.getByRole('heading')).toHaveText(region);
      await expect(row).toContainText(`${number.format(temperature)} °F`);
      await expect(row).toContainText(`${number.format(rainfall)} in`);
      await expect(row).toContainText(conditions);
    }

    await expect(news).toHaveCount(overview.news.items.length);
    expect(new Set(overview.news.items.map(({ impact }) => impact))).toEqual(
      new Set(['Positive', 'Neutral', 'Negative']),
    );
    const hues: Record<string, string> = { Positive: 'green', Neutral: 'grey', Negative: 'red' };
    for (const [index, { title, time, impact, summary }] of overview.news.items.entries()) {
      const row = news.nth(index);
      await expect(row.getByRole('heading')).toHaveText(title);
      await expect(row).toContainText(dayOf(time ?? ''));
      await expect(row).toContainText(summary);
      const color = await row
        .getByText(impact, { exact: true })
        .evaluate((node) => getComputedStyle(node).color);
      expect(contrastLead(color), `${impact} is ${color}`).toBe(hues[impact]);
    }
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  });
}

test('1M and Corn change cards, charts and address; a reload and the Back button keep to it', async ({
  page,
}) => {
  const { choice, pressed, panel, cards } = marketPage(page);
  await page.goto('/market-trends');
  await waitUntilSettled(page);
  const before = await figures(page, 'Price trend: All commodities, 3M');
  expect(before[0]).toEqual(['Date', ...COMMODITIES]);

  await choice('Commodity', 'Corn').click();
  await expect(page).toHaveURL(/\?commodity=Corn$/);
  await expect(panel('Price trend: Corn, 3M')).toBeVisible();
  const response = page.waitForResponse(/overview\?timeframe=1M&commodity=Corn$/);
  await choice('Timeframe', '1M').click();
  const overview = await fetchOverview(response);
  await expect(page).toHaveURL(/\?commodity=Corn&timeframe=1M$/);
  await showsCornOfAMonth(overview);

  const again = page.waitForResponse(/overview\?timeframe=1M&commodity=Corn$/);
  await page.reload();
  await showsCornOfAMonth(await fetchOverview(again));

  await page.goBack();
  await expect(panel('Price trend: Corn, 3M')).toBeVisible();
  expect(await pressed('Timeframe')).toEqual(['3M']);
  await page.goBack();
  await expect(panel('Price trend: All commodities, 3M')).toBeVisible();
  expect(await cards()).toEqual(COMMODITIES);
  expect(await figures(page, 'Price trend: All commodities, 3M')).toEqual(before);

  async function showsCornOfAMonth({ prices, volumes, from, to }: Overview): Promise<void> {
    await expect(panel('Price trend: Corn, 1M')).toBeVisible();
    await waitUntilSettled(page);
    expect(await pressed('Timeframe')).toEqual(['1M']);
    expect(await pressed('Commodity')).toEqual(['Corn']);
    expect(await cards()).toEqual(['Corn']);
    expect(prices.every(({ date }) => from <= date && date <= to)).toBe(true);
    expect(prices.length).toBeLessThan(before.length - 1);
    expect(await figures(page, 'Price trend: Corn, 1M')).toEqual([
      ['Date', 'Corn'],
      ...prices.map(({ date, corn = Number.NaN }) => [dayOf(date), `$${quoted.format(corn)}/bu`]),
    ]);
    expect(await figures(page, 'Trading volume: Corn, 1M')).toEqual([
      ['Day', 'Corn'],
      ...volumes.map(({ label, corn = Number.NaN }) => [dayOf(label), number.format(corn)]),
    ]);
  }
});

test('every timeframe and every commodity shows its own figures', async ({ page }) => {
  const { choice, panel, cards } = marketPage(page);
  await page.goto('/market-trends');
  const spans: number[] = [];
  for (const timeframe of ['1M', '3M', '6M', '1Y']) {
    await choice('Timeframe', timeframe).click();
    await expect(panel(`Price trend: All commodities, ${timeframe}`)).toBeVisible();
    spans.push(await countFigureRows(page, `Price trend: All commodities, ${timeframe}`));
  }
  expect(spans).toEqual([...spans].sort((a, b) => a - b));
  expect(new Set(spans).size).toBe(4);
  for (const name of COMMODITIES) {
    await choice('Commodity', name).click();
    await expect(panel(`Price trend: ${name}, 1Y`)).toBeVisible();
    expect(await cards()).toEqual([name]);
    expect((await figures(page, `Price trend: ${name}, 1Y`))[0]).toEqual(['Date', name]);
  }
});

test('Filters narrow weather and news, is in the URL, and can be taken away', async ({ page }) => {
  const { choice, weather, news } = marketPage(page);
  await page.goto('/market-trends');
  const filters = page.getByRole('button', { name: /^Filters/ });
  await filters.click();
  await expect(filters).toHaveAttribute('aria-expanded', 'true');
  await choice('Weather by region', 'Plains').click();
  await choice('News by impact', 'Negative').click();
  await expect(filters).toHaveText('Filters (2)');
  await expect(page).toHaveURL(/regions=Plains&impact=Negative$/);
  await expect(weather).toHaveCount(1);
  await expect(weather).toContainText('Plains');
  await page.reload();
  await expect(weather).toHaveCount(1);
  for (const row of await news.all()) await expect(row).toContainText('Negative');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(weather).toHaveCount(4);
  expect(await news.count()).toBeGreaterThan(2);
});

test('Export saves what is shown and names what was chosen', async ({ page }) => {
  const { weather, news, panel } = marketPage(page);
  await page.goto('/market-trends?timeframe=1M&commodity=Wheat&regions=Midwest,Plains&impact=Positive');
  await waitUntilSettled(page);
  const file = await saveDownload(page, page.getByRole('button', { name: 'Export', exact: true }));

  const chosen = Object.fromEntries(file.rows.slice(0, 7).map(([name = '', ...values]) => [name, values]));
  expect(chosen).toMatchObject({
    Page: ['Supply Analysis'],
    Timeframe: ['1M', expect.stringMatching(/^\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/)],
    Commodity: ['Wheat'],
    'Weather by region': ['Midwest; Plains'],
    'News by impact': ['Positive'],
    'Prices and volumes are': ['Sample data'],
  });
  expect(file.name).toBe(`supply-analysis_${chosen['As of']?.[0] ?? ''}_1M_Wheat.csv`);

  const [headings = [], ...cards] = readSection(file, 'Commodities');
  expect(cards).toHaveLength(1);
  const card = Object.fromEntries(headings.map((name, index) => [name, cards[0]?.[index] ?? '']));
  await expect(panel('Wheat')).toContainText(`$${quoted.format(Number(card['Current price']))}`);
  await expect(panel('Wheat')).toContainText(`Volume${number.format(Number(card.Volume))}`);
  await expect(panel('Wheat')).toContainText(`Forecast${card.Forecast ?? ''}`);

  expect(
    readSection(file, 'Price trend')
      .slice(1)
      .map(([date = '', price]) => [dayOf(date), `$${quoted.format(Number(price))}/bu`]),
  ).toEqual((await figures(page, 'Price trend: Wheat, 1M')).slice(1));
  expect(
    readSection(file, 'Trading volume')
      .slice(1)
      .map(([date = '', traded]) => [dayOf(date), number.format(Number(traded))]),
  ).toEqual(
    (await figures(page, 'Trading volume: Wheat, 1M'))
      .slice(1)
      .map(([date = '', traded]) => [date.replace(' (part)', ''), traded]),
  );
  expect(
    readSection(file, 'Weather Impact')
      .slice(1)
      .map(([region]) => region),
  ).toEqual(await weather.getByRole('heading').allInnerTexts());
  expect(
    readSection(file, 'Market News and Analysis')
      .slice(1)
      .map(([title]) => title),
  ).toEqual(await news.getByRole('heading').allInnerTexts());
});
