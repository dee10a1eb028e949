/** The customer page's states and exact texts. */
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { customers } from '@/features/customers/answer.fixture';
import { createDeferred } from '@/test/deferred';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, meta, server, status, success } from '@/test/server';

const CUSTOMERS = apiUrl('/api/customer-segmentation');
const PATH = '/purchase-patterns';
const METHOD = 'BG/NBD on a seasonal clock, maximum likelihood.';

const answers = (changed: Partial<typeof customers> = {}, changedMeta: Partial<typeof meta> = {}) =>
  server.use(http.get(CUSTOMERS, () => success({ ...customers, ...changed }, { ...meta, ...changedMeta })));
const region = (name: string) => screen.findByRole('region', { name });
const headings = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((each) => each.textContent);

/** The plots need a real browser. Their tables show the same figures. */
class NeverInView {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', NeverInView);
  answers();
});

describe('states', () => {
  it('shows Loading, then the content', async () => {
    const gate = createDeferred();
    server.use(
      http.get(CUSTOMERS, async () => {
        await gate.promise;
        return success(customers, meta);
      }),
    );
    await renderApp(PATH);
    expect(await screen.findByText('Loading')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Customer Purchase Patterns' })).toBeVisible();
    expect(
      screen.getByText(
        'AI-driven insights on customer purchasing patterns, predicted future needs, and optimal purchasing times.',
      ),
    ).toBeVisible();
    gate.resolve();
    expect(await region('Customer Segmentation')).toBeVisible();
    expect(await region('Purchase Predictions')).toBeVisible();
    expect(await region('Customer Purchasing Patterns')).toBeVisible();
    expect(screen.queryByText('Loading')).not.toBeInTheDocument();
  });

  it('says in red that it failed, with the server message and a retry', async () => {
    server.use(http.get(CUSTOMERS, () => failure(500, 'The database is away.')));
    const { user } = await renderApp(PATH);
    const alert = await screen.findByRole('alert');
    const words = within(alert).getByText('Failed to fetch data');
    expect(getComputedStyle(words).color).toContain('palette-error-main');
    expect(alert).toHaveTextContent('The database is away.');
    expect(alert).toHaveTextContent('request-1');
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    answers();
    await user.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await region('Customer Segmentation')).toBeVisible();
    expect(screen.queryByText('Failed to fetch data')).not.toBeInTheDocument();
  });

  it('fails in the same words when the server cannot be reached', async () => {
    server.use(http.get(CUSTOMERS, () => HttpResponse.error()));
    await renderApp(PATH);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to fetch dataCouldn’t reach the server.');
  });

  it('does not use data whose success flag is false', async () => {
    server.use(http.get(CUSTOMERS, () => HttpResponse.json({ success: false, data: customers })));
    await renderApp(PATH);
    expect(await screen.findByText('Failed to fetch data')).toBeVisible();
  });

  it('keeps the figures and says so when newer ones cannot be had', async () => {
    const { cache } = await renderApp(PATH);
    await region('Customer Segmentation');
    server.use(http.get(CUSTOMERS, () => failure(500, 'The database is away.')));
    await cache.refetchQueries({ queryKey: ['/api/customer-segmentation'] });
    expect(await screen.findByText(/^Not refreshed since/)).toBeVisible();
    expect(await region('Customer Segmentation')).toBeVisible();
  });

  it('leads an organization without orders to Data Sync', async () => {
    answers({
      segmentation: [],
      customer_patterns: [],
      prediction_trends: [],
      purchase_windows: [],
      customersWithOrders: 0,
      status: { segmentation: 'No orders yet' },
    });
    await renderApp(PATH);
    expect(await screen.findByText(/^No orders yet\. Connect your warehouse/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Connect warehouse' })).toHaveAttribute('href', '/data-sync');
    expect(screen.queryByRole('region', { name: 'Purchase Predictions' })).not.toBeInTheDocument();
  });
});

describe('kind of figures', () => {
  it('marks sample data on the page and on each panel, and says how fresh it is', async () => {
    answers({}, { sample: true });
    await renderApp(PATH);
    await region('Customer Segmentation');
    expect(screen.getAllByText('Sample data')).toHaveLength(4);
    for (const name of ['Customer Segmentation', 'Purchase Predictions', 'Customer Purchasing Patterns']) {
      expect(within(await region(name)).getByText('Sample data')).toBeVisible();
    }
    expect(screen.getByText(/^Data as of Jun 14, 2026/)).toBeVisible();
  });

  describe('tells when rows arrived', () => {
    const table = (sourceTable: string, overdue: boolean, lastSyncedAt?: string) => ({
      sourceTable,
      targetTable: sourceTable,
      overdue,
      ...(lastSyncedAt !== undefined && { lastSyncedAt }),
    });
    const lately = '2026-06-14T06:10:00Z';
    const shown = async (tables: ReturnType<typeof table>[]) => {
      server.use(http.get(apiUrl('/api/data-sync/status'), () => success({ ...status, tables })));
      await renderApp(PATH);
      await region('Customer Segmentation');
      return screen.findByText(/^Synced .* ago/);
    };

    it('plainly, where nothing is late', async () => {
      const mark = await shown([table('inventory_data', false, lately), table('market_prices', false)]);
      expect(mark).not.toHaveTextContent('overdue');
      expect(getComputedStyle(mark).color).not.toContain('palette-warning-main');
    });

    it('in amber, naming the tables that were left behind', async () => {
      const mark = await shown([
        table('inventory_data', true, lately),
        table('customer_profiles', true, lately),
        table('sales_transactions', false, lately),
      ]);
      expect(mark).toHaveTextContent(/ ago, overdue: Inventory, Customers$/);
      expect(getComputedStyle(mark).color).toContain('palette-warning-main');
    });

    it('in amber, where all of them are late', async () => {
      const mark = await shown([table('inventory_data', true, lately), table('market_prices', false)]);
      expect(mark).toHaveTextContent(/ ago, overdue$/);
    });
  });

  it('does not mark an organization’s own', async () => {
    await renderApp(PATH);
    await region('Customer Segmentation');
    expect(screen.queryByText('Sample data')).not.toBeInTheDocument();
  });

  it('says how it is computed', async () => {
    answers(
      {},
      {
        method: METHOD,
        excluded: 7,
        exclusions: [
          { reason: 'other_currency', count: 4 },
          { reason: 'zero_price', count: 3 },
        ],
      },
    );
    const { user } = await renderApp(PATH);
    for (const name of ['Customer Segmentation', 'Purchase Predictions', 'Customer Purchasing Patterns']) {
      const panel = await region(name);
      await user.click(within(panel).getByText('How is this computed?'));
      expect(within(panel).getByText(new RegExp(`^${METHOD}`))).toHaveTextContent(
        'Rows used: 120. Rows left out: 7 (4 in another currency, 3 with zero prices). As of Jun 14, 2026.',
      );
    }
  });
});

describe('customer segmentation', () => {
  it('has the five columns, money with its unit, and the range on demand', async () => {
    const { user } = await renderApp(PATH);
    const panel = await region('Customer Segmentation');
    const table = within(panel).getByRole('table');
    expect(headings(table)).toEqual([
      'Segment',
      'Description',
      'Predicted Needs',
      'Optimal Purchase Time',
      'Potential Savings',
    ]);
    const champions = within(table).getAllByRole('row')[1];
    expect(champions).toHaveTextContent('Buy often: 2 customers, 21.1 orders a year each');
    expect(champions).toHaveTextContent('About 8 orders in the next 90 days: seed 60 %, fertilizer 40 %');
    expect(champions).toHaveTextContent('Seed in Sep, fertilizer in Oct');
    expect(champions).toHaveTextContent('$1,234.50 a year');
    expect(panel).not.toHaveTextContent('$800.00');
    await user.click(within(table).getByRole('button', { name: 'Details Champions' }));
    expect(within(table).getByText('$800.00 to $1,700.25 a year')).toBeVisible();
    expect(within(table).getByText('Among the most recent, most frequent and largest buyers')).toBeVisible();
  });

  it('uses the currency of the answer', async () => {
    answers({}, { currency: 'EUR' });
    await renderApp(PATH);
    expect(within(await region('Customer Segmentation')).getByText('€1,234.50 a year')).toBeVisible();
  });

  it('gives the reason where a saving is left out', async () => {
    await renderApp(PATH);
    const [, , lost] = within(await region('Customer Segmentation')).getAllByRole('row');
    expect(within(lost as HTMLElement).getByText('No purchase prices for what they buy')).toBeVisible();
    expect(lost).not.toHaveTextContent('$');
  });

  it('says why there are no segments', async () => {
    answers({ segmentation: [], status: { segmentation: 'Too few customers for segments' } });
    await renderApp(PATH);
    expect(
      within(await region('Customer Segmentation')).getByText('Too few customers for segments'),
    ).toBeVisible();
  });
});

describe('purchase predictions', () => {
  it('leads each chart with its figure, Next 3 Months and the signed change', async () => {
    await renderApp(PATH);
    const needs = await region('Predicted Needs Over Time');
    expect(within(needs).getByText('20.39%')).toBeVisible();
    expect(needs).toHaveTextContent('Next 3 Months -0.07% pp vs last year');
    const windows = await region('Optimal Purchase Windows');
    expect(within(windows).getByText('3.5%')).toBeVisible();
    expect(windows).toHaveTextContent('Next 3 Months +0% pp vs last year');
    expect(windows).toHaveTextContent('by buying fertilizer in Dec (6.1%), seed in Jan (0.4%)');
  });

  it('leaves the change out where there is none to tell, and gives the reason where the figure is left out', async () => {
    answers({
      headlines: {
        predictedNeedsNote: 'Needs 1 year of orders',
        purchaseWindow: { percent: 2 },
      },
    });
    await renderApp(PATH);
    const needs = await region('Predicted Needs Over Time');
    expect(within(needs).getByText('Next 3 Months: Needs 1 year of orders')).toBeVisible();
    const windows = await region('Optimal Purchase Windows');
    expect(within(windows).getByText('Next 3 Months')).toBeVisible();
    expect(windows).not.toHaveTextContent('a year ago');
    expect(windows).toHaveTextContent('none of these months is cheaper than buying at peak demand');
  });

  it('charts the needs by week with their range', async () => {
    const { user } = await renderApp(PATH);
    const chart = within(await region('Predicted Needs Over Time')).getByRole('figure', {
      name: 'Predicted Needs Over Time',
    });
    expect(chart).toHaveTextContent('as % of an average week in the last 12 months');
    await user.click(within(chart).getByRole('button', { name: 'View as table' }));
    const rows = within(chart).getAllByRole('row');
    expect(headings(within(chart).getByRole('table'))).toEqual([
      'Week',
      'Expected',
      'Low (80%)',
      'High (80%)',
    ]);
    expect(rows[1]).toHaveTextContent('Week of Jun 15, 2026 (2026-W25)87.3%64.3%110.3%');
    expect(rows[2]).toHaveTextContent('Week of Jun 22, 2026 (2026-W26)101.0%––');
  });

  it('charts the windows by month, with no bar where there is no value', async () => {
    const { user } = await renderApp(PATH);
    const part = await region('Optimal Purchase Windows');
    expect(within(part).getByText('No purchases yet in these months: Mar.')).toBeVisible();
    const chart = within(part).getByRole('figure', { name: 'Optimal Purchase Windows' });
    await user.click(within(chart).getByRole('button', { name: 'View as table' }));
    const rows = within(chart)
      .getAllByRole('row')
      .map((row) => row.textContent);
    expect(rows).toEqual(['MonthSaved', 'Jan+3.5%', 'Feb-1.91%', 'Mar–']);
  });

  it('says why a chart is missing', async () => {
    answers({
      prediction_trends: [],
      purchase_windows: [],
      status: {
        prediction_trends: 'Needs 13 weeks of orders, and one within the last 12 months',
        purchase_windows: 'Needs 2 years of purchases',
      },
    });
    await renderApp(PATH);
    expect(
      within(await region('Predicted Needs Over Time')).getByText(
        'Needs 13 weeks of orders, and one within the last 12 months',
      ),
    ).toBeVisible();
    expect(
      within(await region('Optimal Purchase Windows')).getByText('Needs 2 years of purchases'),
    ).toBeVisible();
    expect(screen.queryByRole('figure')).not.toBeInTheDocument();
  });
});
