/** The market page: texts, choices in the URL, filters, export, and behavior without data. */
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import * as download from '@/lib/download';
import { createDeferred } from '@/test/deferred';
import { market, marketAnswer, news, weather } from '@/test/marketFixture';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, meta, server, success } from '@/test/server';

const MARKET = apiUrl('/api/market/overview');
const region = (name: string) => screen.findByRole('region', { name });
const group = (name: string) => within(screen.getByRole('group', { name }));
const pressed = (name: string) =>
  group(name)
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map((button) => button.textContent);
const labels = (name: string) =>
  group(name)
    .getAllByRole('button')
    .map((button) => button.textContent);

/** Responds like the server and records the requests. */
function listening(): string[] {
  const asked: string[] = [];
  server.use(
    http.get(MARKET, ({ request }) => {
      asked.push(new URL(request.url).search);
      return success(marketAnswer(request.url), meta);
    }),
  );
  return asked;
}

describe('the head of the page', () => {
  it('has the title, the subtitle, both choices and their defaults', async () => {
    await renderApp('/market-trends');
    expect(await screen.findByRole('heading', { level: 1, name: 'Supply Analysis' })).toBeVisible();
    expect(screen.getByText('Real-time commodity prices and market intelligence')).toBeVisible();
    expect(labels('Timeframe')).toEqual(['1M', '3M', '6M', '1Y']);
    expect(labels('Commodity')).toEqual(['All', 'Corn', 'Soybeans', 'Wheat', 'Fertilizer']);
    expect(pressed('Timeframe')).toEqual(['3M']);
    expect(pressed('Commodity')).toEqual(['All']);
  });

  it('reads the choices from the address', async () => {
    const asked = listening();
    await renderApp('/market-trends?timeframe=1Y&commodity=Wheat');
    expect(await region('Price trend: Wheat, 1Y')).toBeVisible();
    expect(pressed('Timeframe')).toEqual(['1Y']);
    expect(pressed('Commodity')).toEqual(['Wheat']);
    expect(asked).toEqual(['?timeframe=1Y&commodity=Wheat']);
  });
});

describe('a choice', () => {
  it('retries, and changes titles, cards and lines', async () => {
    const asked = listening();
    const { user } = await renderApp('/market-trends');
    expect(await region('Price trend: All commodities, 3M')).toBeVisible();
    await user.click(group('Commodity').getByRole('button', { name: 'Corn' }));
    await user.click(group('Timeframe').getByRole('button', { name: '1M' }));
    expect(await region('Price trend: Corn, 1M')).toBeVisible();
    expect(await region('Trading volume: Corn, 1M')).toBeVisible();
    expect(asked.at(-1)).toBe('?timeframe=1M&commodity=Corn');
    expect(screen.queryByRole('region', { name: 'Soybeans' })).not.toBeInTheDocument();
    const figure = screen.getByRole('figure', { name: 'Price trend: Corn, 1M' });
    expect(figure).toHaveTextContent('Price in US dollars per bushel ($/bu)');
    await user.click(within(figure).getByRole('button', { name: 'View as table' }));
    const rows = within(within(figure).getByRole('table')).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'DateCorn',
      'Mar 16, 2026$4.705/bu',
      'Jun 12, 2026$4.555/bu',
    ]);
  });

  it('keeps the figures before it, marked, until the new ones are there', async () => {
    const { user } = await renderApp('/market-trends');
    expect(await region('Corn')).toBeVisible();
    const gate = createDeferred();
    server.use(
      http.get(MARKET, async ({ request }) => {
        await gate.promise;
        return success(marketAnswer(request.url), meta);
      }),
    );
    await user.click(group('Timeframe').getByRole('button', { name: '6M' }));
    expect(pressed('Timeframe')).toEqual(['6M']);
    const panel = await region('Price trend: All commodities, 3M');
    expect(within(panel).getByText('Updating')).toBeVisible();
    expect(within(await region('Corn')).getByText('Updating')).toBeVisible();
    gate.resolve();
    expect(await region('Price trend: All commodities, 6M')).toBeVisible();
    expect(screen.queryByText('Updating')).not.toBeInTheDocument();
  });
});

describe('commodity cards', () => {
  it('show price with unit, signed change with period, trend, volume and forecast', async () => {
    await renderApp('/market-trends');
    const corn = await region('Corn');
    for (const text of [
      '$4.555$/bu',
      '-$0.15 (-3.19%) in 3 months',
      'Nearby futures, Jun 12, 2026',
      'Trend, 3 whole monthsfalling',
      'Volume161,874',
      'ForecastBullish',
      'Mean of Aug 2026: $4.90/bu, 80% likely between $4.38 and $5.42',
      '71% chance of more than the mean of May 2026, $4.61',
      '64 % of 30 past calls came true (41 % would have by chance)',
    ])
      expect(corn).toHaveTextContent(text);
    expect(await region('Soybeans')).toHaveTextContent('$10.5725$/bu+$0.50 (+4.96%) in 3 months');
    expect(within(await region('Soybeans')).getByText('Bearish')).toBeVisible();
    expect(await region('Fertilizer')).toHaveTextContent('$469.00$/ton+$0.00 (+0%) in 3 months');
    const wheat = await region('Wheat');
    expect(wheat).toHaveTextContent('No quote since 2026-05-01 (44 days)');
    expect(wheat).toHaveTextContent('Fewer than two quotes in 3 months');
    expect(wheat).toHaveTextContent('Volumenot reported');
    expect(wheat).toHaveTextContent('Too few months of quotes for a forecast');
  });

  it('name the commodity without prices', async () => {
    const shown = market();
    const cards = shown.cards.filter(({ name }) => name !== 'Wheat');
    server.use(http.get(MARKET, () => success({ ...shown, cards, withoutQuotes: ['Wheat'] }, meta)));
    await renderApp('/market-trends');
    const wheat = await region('Wheat');
    expect(wheat).toHaveTextContent('No prices yet.');
    expect(within(wheat).getByRole('link', { name: 'sync' })).toHaveAttribute('href', '/data-sync');
  });
});

describe('charts', () => {
  it('show percent changes of all commodities on one scale, and say so', async () => {
    const { user } = await renderApp('/market-trends');
    const figure = await screen.findByRole('figure', { name: 'Price trend: All commodities, 3M' });
    expect(figure).toHaveTextContent('% change since the start of the period');
    await user.click(within(figure).getByRole('button', { name: 'View as table' }));
    expect(within(figure).getAllByRole('row')[2]).toHaveTextContent('Jun 12, 2026-3.19%+4.96%+0%+0%');
    await user.click(within(figure).getByRole('button', { name: 'View as chart' }));
    expect(within(figure).queryByRole('table')).not.toBeInTheDocument();
  });

  it('show volumes by week, and which week counts in part', async () => {
    const { user } = await renderApp('/market-trends');
    const figure = await screen.findByRole('figure', { name: 'Trading volume: All commodities, 3M' });
    expect(figure).toHaveTextContent('Volume by week');
    await user.click(within(figure).getByRole('button', { name: 'View as table' }));
    const rows = within(figure).getAllByRole('row');
    expect(rows[1]).toHaveTextContent('Week of Mar 9, 2026 (part)1002003004');
    expect(rows[2]).toHaveTextContent('Week of Mar 16, 20265006007008');
  });
});

describe('weather and news', () => {
  it('show every figure of the four regions', async () => {
    await renderApp('/market-trends');
    const panel = await region('Weather Impact');
    const rows = within(await within(panel).findByRole('list', { name: 'Weather by region' })).getAllByRole(
      'listitem',
    );
    expect(rows).toHaveLength(4);
    expect(rows[1]).toHaveTextContent(
      'Plains61 °FTown 1ConditionsLight rainRainfall, 10 days0.25 insuitable for field work 8 of 10 days',
    );
  });

  it('show news with impact in word and color, and only safe links', async () => {
    await renderApp('/market-trends');
    const panel = await region('Market News and Analysis');
    const list = await within(panel).findByRole('list', { name: 'Market news' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('[data-verdict]')?.textContent)).toEqual([
      'Positive',
      'Neutral',
      'Negative',
    ]);
    expect(getComputedStyle(within(list).getByText('Negative')).color).toContain('palette-error-main');
    expect(getComputedStyle(within(list).getByText('Positive')).color).toContain('palette-success-main');
    expect(within(list).getAllByRole('link')).toHaveLength(1);
    expect(within(list).getByRole('link', { name: 'Corn rallies' })).toHaveAttribute(
      'href',
      'https://farm.example/corn',
    );
    expect(rows[1]).toHaveTextContent('No date, Farm Wire');
  });

  it('list own regions after the four', async () => {
    const own = market();
    const [first] = weather.regions;
    if (first)
      own.weather = { ...weather, regions: [...weather.regions, { ...first, region: 'River Bottoms' }] };
    server.use(http.get(MARKET, () => success(own, meta)));
    const { user } = await renderApp('/market-trends?regions=River Bottoms,Elsewhere');
    expect(await screen.findByRole('button', { name: 'Filters (1)' })).toBeVisible();
    expect(labels('Weather by region')).toEqual([
      'Midwest',
      'Plains',
      'Southeast',
      'Northeast',
      'River Bottoms',
    ]);
    expect(pressed('Weather by region')).toEqual(['River Bottoms']);
    const panel = within(await region('Weather Impact'));
    expect(panel.getAllByRole('listitem').map((row) => row.querySelector('h3')?.textContent)).toEqual([
      'River Bottoms',
    ]);
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(panel.getAllByRole('heading', { level: 3 }).at(-1)).toHaveTextContent('River Bottoms');
  });

  it('show why there is neither, in the words of the server', async () => {
    const off = market();
    off.weather = { ...weather, regions: [], status: 'The weather service cannot be reached.' };
    off.news = { ...news, items: [], status: 'News is not set up on this server.' };
    server.use(http.get(MARKET, () => success(off, meta)));
    await renderApp('/market-trends');
    expect(await screen.findByText('The weather service cannot be reached.')).toBeVisible();
    expect(screen.getByText('News is not set up on this server.')).toBeVisible();
  });

  it.each([
    { permissions: account.permissions, asks: true },
    { permissions: [...account.permissions, 'organization.manage'], asks: false },
  ])('say who can set a weather provider (asks: $asks)', async ({ permissions, asks }) => {
    const off = market();
    off.weather = { ...weather, regions: [], hasProvider: false, status: 'No weather provider is set.' };
    server.use(
      http.get(MARKET, () => success(off, meta)),
      http.get(apiUrl('/api/account'), () => success({ ...account, permissions })),
    );
    await renderApp('/market-trends');
    const panel = within(await region('Weather Impact'));
    if (asks) {
      expect(
        await panel.findByText(/Ask an owner or admin of your organization to set one\.$/),
      ).toBeVisible();
      expect(panel.queryByRole('link')).not.toBeInTheDocument();
    } else {
      expect(await panel.findByRole('link', { name: 'Set a weather provider' })).toHaveAttribute(
        'href',
        '/organization?tab=settings',
      );
    }
  });
});

describe('filters', () => {
  it('narrow the lists, count, and clear', async () => {
    const { user } = await renderApp('/market-trends');
    const open = await screen.findByRole('button', { name: 'Filters' });
    expect(open).toHaveAttribute('aria-expanded', 'false');
    await user.click(open);
    await user.click(group('Weather by region').getByRole('button', { name: 'Plains' }));
    await user.click(group('News by impact').getByRole('button', { name: 'Negative' }));
    expect(screen.getByRole('button', { name: 'Filters (2)' })).toHaveAttribute('aria-expanded', 'true');
    expect(within(await region('Weather Impact')).getAllByRole('listitem')).toHaveLength(1);
    const rows = within(await region('Market News and Analysis')).getAllByRole('listitem');
    expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual(['Urea climbs']);
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(within(await region('Weather Impact')).getAllByRole('listitem')).toHaveLength(4);
    expect(screen.getByRole('button', { name: 'Filters' })).toBeVisible();
  });

  it('come from the address, open in sight, and can leave nothing over', async () => {
    server.use(
      http.get(MARKET, () =>
        success({ ...market(), news: { ...news, items: news.items.slice(0, 1) } }, meta),
      ),
    );
    const { user } = await renderApp('/market-trends?regions=Plains,Midwest&impact=Negative');
    expect(await screen.findByText('No matching news.')).toBeVisible();
    expect(pressed('Weather by region')).toEqual(['Midwest', 'Plains']);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Corn rallies')).toBeVisible();
  });
});

describe('export', () => {
  it('saves what is shown', async () => {
    const saved = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
    const { user } = await renderApp('/market-trends?commodity=Corn&regions=Plains');
    const button = await screen.findByRole('button', { name: 'Export' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    const [name, type, text] = saved.mock.calls[0] ?? [];
    expect([name, type]).toEqual(['supply-analysis_2026-06-14_3M_Corn.csv', 'text/csv']);
    expect(text).toMatch(/^Page,Supply Analysis,/);
    expect(text).toContain('Plains,Town 1');
    expect(text).not.toContain('Midwest,Town');
  });
});

describe('without figures', () => {
  it('holds the place of every panel while loading', async () => {
    server.use(http.get(MARKET, () => createDeferred().promise.then(() => success(market(), meta))));
    await renderApp('/market-trends');
    expect(await screen.findByRole('status', { name: 'Corn is loading' })).toBeVisible();
    for (const what of ['prices', 'volumes', 'weather', 'news'])
      expect(screen.getByRole('status', { name: `Loading the ${what}` })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled();
  });

  it('says why in the server message, and every panel can try again', async () => {
    server.use(http.get(MARKET, () => failure(500, 'The database is away.')));
    const { user } = await renderApp('/market-trends');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The database is away.');
    expect(alert).toHaveTextContent('request-1');
    for (const name of [/^Price trend/, /^Trading volume/, 'Weather Impact', 'Market News and Analysis'])
      expect(
        within(screen.getByRole('region', { name })).getByRole('button', { name: 'Retry' }),
      ).toBeEnabled();
    server.resetHandlers();
    await user.click(within(await region('Weather Impact')).getByRole('button', { name: 'Retry' }));
    expect(await region('Corn')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('leads an organization without prices to Data Sync', async () => {
    const empty = { ...market(), cards: [], prices: [], changes: [], volumes: [] };
    server.use(http.get(MARKET, () => success(empty, { ...meta, n: 0 })));
    await renderApp('/market-trends');
    expect(await screen.findByText(/^No market prices yet\./)).toBeVisible();
    expect(screen.getByText(/^No prices yet\./)).toBeVisible();
    expect(screen.getByText(/^No volumes yet\./)).toBeVisible();
    const links = screen.getAllByRole('link', { name: 'Go to Data Sync' });
    expect(links).toHaveLength(3);
    for (const link of links) expect(link).toHaveAttribute('href', '/data-sync');
  });

  it('keeps figures that cannot be refreshed, and says since when', async () => {
    const { cache } = await renderApp('/market-trends');
    expect(await region('Corn')).toBeVisible();
    server.use(http.get(MARKET, () => failure(500, 'The database is away.')));
    await cache.refetchQueries({ queryKey: ['/api/market/overview'] });
    expect(await within(await region('Weather Impact')).findByText(/^Not refreshed since/)).toBeVisible();
    expect(await region('Corn')).toHaveTextContent('$4.555');
  });
});

describe('sample data', () => {
  it('is marked on the page, on each card and on each panel', async () => {
    const sample = market();
    sample.weather = { ...weather, sample: true };
    sample.news = { ...news, sample: true };
    server.use(http.get(MARKET, () => success(sample, { ...meta, sample: true })));
    await renderApp('/market-trends');
    for (const name of ['Corn', 'Wheat', /^Price trend/, /^Trading volume/, 'Weather Impact', /^Market News/])
      expect(within(await screen.findByRole('region', { name })).getByText('Sample data')).toBeVisible();
    expect(screen.getAllByText('Sample data')).toHaveLength(9);
  });

  it('is not claimed of the weather of a real provider', async () => {
    await renderApp('/market-trends');
    expect(await region('Corn')).toBeVisible();
    expect(screen.queryByText('Sample data')).not.toBeInTheDocument();
  });
});
