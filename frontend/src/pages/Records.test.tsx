/** The pages of customers, items, suppliers, orders and locations: figures, states and links. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, meta, recommendations, server, success } from '@/test/server';

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const link = (name: string) => screen.findAllByRole('link', { name });

const pattern = {
  customer: 'Burr Oak Farm',
  customerId: 'c1',
  last_purchase: '2026-05-20',
  frequency: 6.1,
  average_spend: 2400,
  predicted_next: '2026-06-20',
  predictedNextLow80: '2026-06-15',
  predictedNextHigh80: '2026-07-01',
  stillCustomerPercent: 97,
  orderIn30DaysPercent: 61,
  orders: 18,
};

const line = {
  lineId: 't1',
  direction: 'sale',
  day: '2026-06-01',
  itemId: 'UREA',
  item: 'Urea 46-0-0',
  quantity: 2,
  unit: 'ton',
  unitPrice: 500,
  amount: 1000,
  currency: 'USD',
  location: 'Ames',
  customerId: 'c1',
  customer: 'Burr Oak Farm',
};

beforeEach(() => {
  server.use(
    http.get(apiUrl('/api/customers/:id'), () =>
      success(
        { customerId: 'c1', customer: 'Burr Oak Farm', county: 'Story', state: 'Iowa', crops: ['corn'] },
        meta,
      ),
    ),
    http.get(apiUrl('/api/customers'), () =>
      success({ items: [pattern], total: 1, totalAverageSpend: 2400 }, meta),
    ),
    http.get(apiUrl('/api/items/:id'), ({ params }) =>
      success(
        {
          itemId: String(params.id),
          item: 'Urea 46-0-0',
          category: 'fertilizer',
          stock: [
            {
              location: 'Ames',
              unit: 'ton',
              onHand: 12.5,
              onOrder: 0,
              booked: 2,
              supplierId: 's1',
              supplier: 'Plains Chemical',
            },
          ],
        },
        meta,
      ),
    ),
    http.get(apiUrl('/api/suppliers/:id'), () =>
      success(
        { supplierId: 's1', supplier: 'Plains Chemical', categories: ['fertilizer'], leadTimeDays: 10 },
        meta,
      ),
    ),
    http.get(apiUrl('/api/locations/:id'), () => success({ location: 'Ames', stockRows: 41 }, meta)),
    http.get(apiUrl('/api/orders/:id'), () => success({ orderId: 'SO-1', items: [line] }, meta)),
  );
});

describe('a customer', () => {
  it('shows figures, the next order, and links to items and orders', async () => {
    await renderApp('/customers/c1');
    expect(await heading('Burr Oak Farm')).toBeVisible();
    expect(document.title).toBe('Burr Oak Farm · Sprout');
    expect(screen.getByText('Customer · c1 · Story, Iowa · corn')).toBeVisible();
    expect((await region('Revenue')).getByText('$100.00')).toBeVisible();
    expect((await region('Revenue')).getByText('+4.2% vs previous 12 months')).toBeVisible();
    const next = await region('Next order');
    expect(await next.findByText('Jun 20, 2026')).toBeVisible();
    expect(next.getByText('Jun 15, 2026 to Jul 1, 2026')).toBeVisible();
    expect((await link('Urea 46-0-0'))[0]).toHaveAttribute('href', '/items/UREA');
    expect((await link('SO-1'))[0]).toHaveAttribute('href', '/orders/SO-1');
    expect((await region('Revenue by month')).getByRole('button', { name: 'View as table' })).toBeVisible();
  });

  it('asks for the lines of this customer only', async () => {
    const asked: unknown[] = [];
    server.events.on('request:start', ({ request }) => {
      if (request.url.endsWith('/api/metrics/query'))
        void request
          .clone()
          .json()
          .then((body: { filters: unknown }) => asked.push(body.filters));
    });
    await renderApp('/customers/a%2Fb');
    await link('SO-1');
    server.events.removeAllListeners();
    expect(asked.length).toBeGreaterThan(2);
    for (const filters of asked) {
      expect(filters).toEqual([{ dimension: 'customer_id', op: '=', value: 'a/b' }]);
    }
  });

  it('can be scheduled as a report with the queries of its page', async () => {
    await renderApp('/customers/c1');
    await heading('Burr Oak Farm');
    const path = screen.getByRole('link', { name: 'Schedule' }).getAttribute('href') ?? '';
    const draft = JSON.parse(new URLSearchParams(path.split('?')[1]).get('schedule') ?? '') as {
      query: { sections: { title: string; query: { filters: unknown; period?: unknown } }[] };
    };
    expect(draft).toMatchObject({
      kind: 'metric_sections',
      name: 'Burr Oak Farm',
      query: { record: { kind: 'customer', id: 'c1' } },
    });
    expect(draft.query.sections.map(({ title }) => title)).toEqual([
      'Key figures',
      'Revenue by month',
      'Items bought',
      'Recent orders',
    ]);
    for (const { query } of draft.query.sections)
      expect(query.filters).toEqual([{ dimension: 'customer_id', op: '=', value: 'c1' }]);
    expect(draft.query.sections[1]?.query.period).toEqual({ preset: 'last_12_months' });
  });

  it('that does not exist says so', async () => {
    server.use(http.get(apiUrl('/api/customers/:id'), () => failure(404, 'Not found.', 'not_found')));
    await renderApp('/customers/none');
    expect(await screen.findByText(/Your data has nothing with this ID/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toBeVisible();
  });

  it('shows the server’s message and recovers on Retry', async () => {
    server.use(http.get(apiUrl('/api/customers/:id'), () => failure(503, 'The database is busy.')));
    const { user } = await renderApp('/customers/c1');
    expect(await screen.findByText('The database is busy.')).toBeVisible();
    server.use(
      http.get(apiUrl('/api/customers/:id'), () =>
        success({ customerId: 'c1', customer: 'Burr Oak Farm', crops: [] }, meta),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await heading('Burr Oak Farm')).toBeVisible();
  });

  it('keeps its other panels when one fails, and says when there is nothing', async () => {
    server.use(
      http.get(apiUrl('/api/customers'), () => success({ items: [], total: 0, totalAverageSpend: 0 }, meta)),
      http.post(apiUrl('/api/metrics/query'), () => failure(500, 'broken')),
    );
    await renderApp('/customers/c1');
    expect(await (await region('Next order')).findByText('No orders yet.')).toBeVisible();
    expect(await (await region('Items bought')).findByText('broken')).toBeVisible();
    expect((await region('Items bought')).getByRole('button', { name: 'Retry' })).toBeVisible();
  });
});

it('an item shows its stock, what to reorder, customers and suppliers', async () => {
  await renderApp('/items/UREA');
  expect(await heading('Urea 46-0-0')).toBeVisible();
  const stock = await region('Stock');
  expect(await stock.findByText('12.5 tons')).toBeVisible();
  expect(stock.getByRole('link', { name: 'Ames' })).toHaveAttribute('href', '/locations/Ames');
  expect(stock.getByRole('link', { name: 'Plains Chemical' })).toHaveAttribute('href', '/suppliers/s1');
  const position = stock.getByRole('link', { name: 'Season position' });
  expect(position).toHaveAttribute('href', '/stock?filter=UREA');
  // In one row with the buttons of the table.
  expect(stock.getByRole('button', { name: 'Export 1 row as CSV' }).parentElement).toContainElement(position);
  const advice = await region('Purchase recommendations');
  expect(await advice.findByText('160 bags')).toBeVisible();
  const customers = await region('Largest customers');
  expect(await customers.findByRole('link', { name: 'Burr Oak Farm' })).toHaveAttribute(
    'href',
    '/customers/c1',
  );
});

it('an item with an active ingredient names what to offer where it runs short', async () => {
  server.use(
    http.get(apiUrl('/api/items/:id'), () =>
      success({ itemId: 'GLY', item: 'Glyphosate A', activeIngredient: 'glyphosate', stock: [] }, meta),
    ),
    http.get(apiUrl('/api/purchasing/plan'), ({ request }) => {
      expect(new URL(request.url).searchParams.getAll('itemId')).toEqual(['GLY']);
      const substitute = { itemId: 'GLY2', item: 'Glyphosate B', quantity: 40, missing: 30, taken: 15 };
      return success(
        {
          items: [
            { location: 'Ames', unit: 'gal', substitute: { ...substitute, saving: 612.5 } },
            { location: 'Boone', unit: 'gal' },
          ],
        },
        meta,
      );
    }),
  );
  await renderApp('/items/GLY');
  const substitutes = await region('Substitutes');
  const offer = 'Offer Glyphosate B instead: 40 gallons can be spared';
  expect(await substitutes.findByRole('link', { name: offer })).toHaveAttribute('href', '/items/GLY2');
  expect(substitutes.getByText('$612.50')).toBeVisible();
  expect(substitutes.queryByText('Boone')).not.toBeInTheDocument();
});

it('an item without a recommendation has nothing to reorder', async () => {
  await renderApp('/items/OTHER');
  expect(await (await region('Purchase recommendations')).findByText('Nothing to reorder.')).toBeVisible();
});

it('a supplier shows spend, punctuality, items and orders', async () => {
  const [urea] = recommendations.items;
  server.use(
    http.get(apiUrl('/api/purchasing/recommendations'), () =>
      success(
        {
          ...recommendations,
          items: [
            { ...urea, supplierId: 's1' },
            { ...urea, itemId: 'X', item: 'Other' },
          ],
        },
        meta,
      ),
    ),
  );
  await renderApp('/suppliers/s1');
  expect(await heading('Plains Chemical')).toBeVisible();
  expect(screen.getByText('Supplier · s1 · fertilizer · lead time 10 days')).toBeVisible();
  expect((await region('Delivery rate')).getByText('+4.2 pp vs previous 12 months')).toBeVisible();
  expect(await (await region('Recent purchase orders')).findByRole('link', { name: 'SO-1' })).toBeVisible();
  const advice = await region('Purchase recommendations');
  expect(await advice.findByRole('link', { name: 'Urea 46-0-0' })).toBeVisible();
  expect(advice.queryByText('Other')).not.toBeInTheDocument();
});

it('a location shows its stock and customers', async () => {
  await renderApp('/locations/Ames');
  expect(await heading('Ames')).toBeVisible();
  expect(screen.getByText('Location · 41 items in stock')).toBeVisible();
  expect(await (await region('Stock')).findByRole('link', { name: 'Urea 46-0-0' })).toBeVisible();
  expect(
    await (await region('Largest customers')).findByRole('link', { name: 'Burr Oak Farm' }),
  ).toBeVisible();
});

it('an order shows its lines, and who it is with', async () => {
  await renderApp('/orders/SO-1');
  expect(await heading('SO-1')).toBeVisible();
  expect(screen.getByText('Sales order · Jun 1, 2026')).toBeVisible();
  const lines = await region('Order lines');
  expect(await lines.findByText('$1,000.00')).toBeVisible();
  expect(lines.getByRole('link', { name: 'Burr Oak Farm' })).toHaveAttribute('href', '/customers/c1');
  expect(lines.getByRole('link', { name: 'Urea 46-0-0' })).toHaveAttribute('href', '/items/UREA');
});

it('visitors sign in first', async () => {
  await renderApp('/customers/c1', { token: null });
  expect(await heading('Sign in')).toBeVisible();
});
