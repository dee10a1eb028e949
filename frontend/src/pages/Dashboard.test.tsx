/** The dashboard's states and exact texts. */
import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { createDeferred } from '@/test/deferred';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, meta, prices, server, success, summary, yields } from '@/test/server';

const YIELDS = apiUrl('/api/analytics/crop-yield-forecast');
const PRICES = apiUrl('/api/analytics/supply-price-index');
const LOADING = 'Loading analytics data...';

const region = (name: string) => screen.findByRole('region', { name });

describe('loading', () => {
  it('lasts until both analytics answers have settled', async () => {
    const gate = createDeferred();
    let yieldsAnswered = false;
    server.use(
      http.get(YIELDS, () => {
        yieldsAnswered = true;
        return success(yields, meta);
      }),
      http.get(PRICES, async () => {
        await gate.promise;
        return success(prices, meta);
      }),
    );
    await renderApp('/');
    expect(await screen.findByText(LOADING)).toBeVisible();
    await waitFor(() => expect(yieldsAnswered).toBe(true));
    await delay(50);
    expect(screen.getByText(LOADING)).toBeVisible();
    gate.resolve();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(screen.queryByText(LOADING)).not.toBeInTheDocument();
    expect(screen.getByText("Welcome back! Here's your agricultural supply chain overview.")).toBeVisible();
  });

  it('ends when one of them fails, and never comes back on a retry', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.get(YIELDS, () => failure(500, 'broken')));
    const { user } = await renderApp('/');
    const panel = await region('Crop Yield Forecast');
    expect(within(panel).getByText('No forecast data available')).toBeVisible();
    expect(within(panel).queryByText('broken')).not.toBeInTheDocument();
    expect(log).toHaveBeenCalledWith('Failed to fetch the crop yield forecast', expect.anything());
    expect(within(await region('Supply Price Index')).getByText('112.34')).toBeVisible();

    server.use(
      http.get(YIELDS, async () => {
        await delay(80);
        return success(yields, meta);
      }),
    );
    await user.click(within(panel).getByRole('button', { name: 'Retry' }));
    expect(screen.queryByText(LOADING)).not.toBeInTheDocument();
    expect(await within(await region('Crop Yield Forecast')).findByText('91.37%')).toBeVisible();
  });
});

describe('crop yield forecast', () => {
  it('shows accuracy and the first three forecasts with signs and colors', async () => {
    await renderApp('/');
    const panel = await region('Crop Yield Forecast');
    expect(within(panel).getByText('Forecast Accuracy')).toBeVisible();
    expect(within(panel).getByText('91.37%')).toBeVisible();
    expect(within(panel).getAllByRole('listitem')).toHaveLength(3);
    expect(within(panel).queryByText('Corn, Illinois')).not.toBeInTheDocument();
    const [corn, soybeans] = within(panel).getAllByRole('listitem');
    expect(corn).toHaveTextContent('70% confidence');
    expect(corn).toHaveTextContent('200.5 bu/ac');
    const up = within(corn as HTMLElement).getByText('+0%');
    const down = within(soybeans as HTMLElement).getByText('-2.5%');
    expect(getComputedStyle(up).color).toContain('palette-success-main');
    expect(getComputedStyle(down).color).toContain('palette-error-main');
  });

  it('is not used when its success flag is false', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(http.get(YIELDS, () => HttpResponse.json({ success: false, data: yields })));
    await renderApp('/');
    expect(within(await region('Crop Yield Forecast')).getByText('No forecast data available')).toBeVisible();
  });

  it.each([
    [{ status: 'Accuracy not yet measurable', error: 'E' }, 'Accuracy not yet measurable'],
    [{ error: 'The reference yields are missing' }, 'The reference yields are missing'],
    [{}, 'No forecast data available'],
  ])('says why there are no forecasts: %j', async (overview, text) => {
    server.use(http.get(YIELDS, () => success({ overview, forecasts: [] }, meta)));
    await renderApp('/');
    expect(within(await region('Crop Yield Forecast')).getByText(text)).toBeVisible();
  });

  it('falls back to the defaults for missing data', async () => {
    server.use(http.get(YIELDS, () => success({ overview: {}, forecasts: [{}] })));
    await renderApp('/');
    const panel = await region('Crop Yield Forecast');
    expect(within(panel).getByText('0%')).toBeVisible();
    expect(within(panel).getByText('Unknown')).toBeVisible();
    expect(within(panel).getByText('+0%')).toBeVisible();
    expect(within(panel).getByText('0 bu/ac')).toBeVisible();
  });
});

describe('supply price index', () => {
  it('shows the index, its change and every category', async () => {
    await renderApp('/');
    const panel = await region('Supply Price Index');
    expect(within(panel).getByText('Current Index')).toBeVisible();
    expect(within(panel).getByText('112.34')).toBeVisible();
    expect(within(panel).getAllByText('-0.5%')[0]).toBeVisible();
    const rows = within(within(panel).getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(1 + prices.categories.length);
    expect(rows[1]).toHaveTextContent('fertilizerrising110+1.5%');
  });

  it('falls back to the defaults for missing data', async () => {
    server.use(http.get(PRICES, () => success({ overview: {}, categories: [{}] })));
    await renderApp('/');
    const row = within(await region('Supply Price Index')).getAllByRole('row')[1];
    expect(row).toHaveTextContent('Unknownstable0+0%');
  });

  it.each([
    [
      { status: 'Not enough purchases for an index (needs 2 months)' },
      'Not enough purchases for an index (needs 2 months)',
    ],
    [{ error: 'The index failed' }, 'The index failed'],
    [{}, 'No price index data available'],
  ])('says why there is no index: %j', async (overview, text) => {
    server.use(http.get(PRICES, () => success({ overview, categories: [] }, meta)));
    await renderApp('/');
    expect(within(await region('Supply Price Index')).getByText(text)).toBeVisible();
  });
});

describe('summary cards', () => {
  it('show value, unit and signed change, and no change without a base', async () => {
    await renderApp('/');
    expect(await region('Total Spend')).toHaveTextContent(
      '$1,234,567.50in the last 12 months+4.2% vs previous 12 months',
    );
    expect(await region('Avg Order Value')).toHaveTextContent(
      '$2,500.00per order-1.25% vs previous 12 months',
    );
    expect(await region('Delivery Rate')).toHaveTextContent(
      '93.75%of lines on time+0 pp vs previous 12 months',
    );
    expect((await region('Active Suppliers')).textContent).toBe('Active Suppliers12in the last 90 days');
  });

  it('show a dash where the server leaves a figure out', async () => {
    const { totalSpend, activeSuppliers } = summary;
    server.use(
      http.get(apiUrl('/api/purchasing/summary'), () => success({ totalSpend, activeSuppliers }, meta)),
    );
    await renderApp('/');
    expect(await region('Delivery Rate')).toHaveTextContent('–');
  });

  it('use the currency of the answer', async () => {
    server.use(
      http.get(apiUrl('/api/purchasing/summary'), () => success(summary, { ...meta, currency: 'EUR' })),
    );
    await renderApp('/');
    expect(await region('Total Spend')).toHaveTextContent('€1,234,567.50');
  });

  it('fail alone, with the server message and a retry', async () => {
    server.use(http.get(apiUrl('/api/purchasing/summary'), () => failure(500, 'The database is away.')));
    const { user } = await renderApp('/');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The database is away.');
    expect(alert).toHaveTextContent('request-1');
    expect(await region('Crop Yield Forecast')).toBeVisible();
    server.resetHandlers();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await region('Total Spend')).toBeVisible();
  });

  it('lead an organization without rows to Data Sync', async () => {
    server.use(http.get(apiUrl('/api/purchasing/summary'), () => success(summary, { ...meta, n: 0 })));
    await renderApp('/');
    expect(await screen.findByRole('link', { name: 'Connect warehouse' })).toHaveAttribute(
      'href',
      '/data-sync',
    );
    expect(screen.queryByRole('region', { name: 'Total Spend' })).not.toBeInTheDocument();
  });

  it('stay and say so when newer ones cannot be had', async () => {
    const { cache } = await renderApp('/');
    expect(await region('Total Spend')).toBeVisible();
    server.use(http.get(apiUrl('/api/purchasing/summary'), () => failure(500, 'The database is away.')));
    await cache.refetchQueries({ queryKey: ['/api/purchasing/summary'] });
    expect(await screen.findByText(/^Not refreshed since/)).toBeVisible();
    expect(await region('Total Spend')).toHaveTextContent('$1,234,567.50');
  });

  it('mark sample data', async () => {
    server.use(
      http.get(apiUrl('/api/purchasing/summary'), () => success(summary, { ...meta, sample: true })),
    );
    await renderApp('/');
    expect(within(await region('Total Spend')).getByText('Sample data')).toBeVisible();
  });
});

describe('purchase recommendations', () => {
  it('show stock, quantity and cost, and explain each row on demand', async () => {
    const { user } = await renderApp('/');
    const panel = await region('Purchase Recommendations');
    expect(within(panel).getByText('AI-Powered Recommendations')).toBeVisible();
    const table = await within(panel).findByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((each) => each.textContent),
    ).toEqual(['Item', 'Current Stock', 'Recommended', 'Cost', 'Supplier', 'Days of cover', 'Order']);
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('Why?40 bags160 bags$3,200.00');
    await user.click(within(table).getByRole('button', { name: /^Why\?/ }));
    expect(await within(table).findByText('40 + 0 - 10 = 30 bags')).toBeVisible();
    expect(within(table).getByText('14 days (assumed: none on record) + 7 days')).toBeVisible();
  });
});
