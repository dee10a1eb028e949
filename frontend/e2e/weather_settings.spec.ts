/** An owner sets a weather provider and a region, and Supply Analysis shows its weather after the four regions. */
import { createServer } from 'node:http';
import { signInAsOwner } from './accounts';
import { expectAccessibleInEveryViewport } from './expect_accessible';
import { listenLocally } from './local_server';
import { marketPage } from './market_page';
import { expect, isRefusal, test } from './test';

/** A service compatible with Open-Meteo: each place is a degree warmer than the one before it. */
const weatherServer = () =>
  createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://weather.test');
    if (pathname !== '/v1/forecast') {
      response.writeHead(404).end();
      return;
    }
    const places = searchParams.get('latitude')?.split(',') ?? [];
    const forecasts = places.map((_, place) => ({
      current_units: { temperature_2m: '°F' },
      current: { temperature_2m: 60 + place, weather_code: 2 },
      daily_units: { temperature_2m_max: '°F', precipitation_sum: 'inch' },
      daily: {
        temperature_2m_max: Array<number>(12).fill(65),
        precipitation_sum: Array<number>(12).fill(0.05),
      },
    }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(forecasts));
  });

test('an owner sets a weather provider and a region of their own', async ({ page, browserConsole }) => {
  test.slow();
  browserConsole.allow(isRefusal(422));
  const server = weatherServer();
  const origin = await listenLocally(server);
  await signInAsOwner(page);
  await page.goto('/market-trends');
  const { weather: rows, panel, choice } = marketPage(page);
  await expect(panel('Weather Impact')).toContainText('No weather provider is set.');
  await expectAccessibleInEveryViewport(page);
  await page.getByRole('link', { name: 'Set a weather provider' }).click();

  const settings = panel('Weather');
  await expect(settings).toContainText('This server has no weather provider.');
  await settings.getByRole('button', { name: 'Add region' }).click();
  await settings.getByLabel('Name', { exact: true }).fill('River Bottoms');
  await settings.getByLabel('Latitude').fill('41.8781');
  await settings.getByLabel('Longitude').fill('-93.0977');
  await settings.getByRole('switch', { name: 'Use your own weather provider' }).click();
  await settings.getByLabel('URL').fill(`${origin}/wrong`);
  await settings.getByLabel('API key', { exact: true }).fill('a key');
  await settings.getByRole('button', { name: 'Save weather settings' }).click();
  await expect(settings).toContainText('The weather provider responded with status 404.');
  await settings.getByLabel('URL').fill(origin);
  await settings.getByRole('button', { name: 'Save weather settings' }).click();
  await expect(settings).toContainText('Weather settings saved.');
  await expect(settings.getByLabel('URL')).toHaveValue(`${origin}/v1/forecast`);
  await expect(settings.getByLabel('API key', { exact: true })).toHaveValue('');
  await expect(settings).toContainText('A key is set.');
  await expectAccessibleInEveryViewport(page);

  await page.goto('/market-trends');
  await expect(rows.getByRole('heading')).toHaveText([
    'Midwest',
    'Plains',
    'Southeast',
    'Northeast',
    'River Bottoms',
  ]);
  await expect(rows.last()).toContainText('64 °F');
  await page.getByRole('button', { name: 'Filters' }).click();
  await choice('Weather by region', 'River Bottoms').click();
  await expect(rows.getByRole('heading')).toHaveText(['River Bottoms']);
  await page.reload();
  await expect(choice('Weather by region', 'River Bottoms')).toHaveAttribute('aria-pressed', 'true');
  server.close();
});
