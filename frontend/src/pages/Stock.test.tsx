/** The season position: the grid, its marks and filters, what makes a balance, and the plan. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as download from '@/lib/download';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, meta, server, success } from '@/test/server';

const POSITION = apiUrl('/api/purchasing/position');

const week = (startsOn: string, balance: number, shortRows = balance < 0 ? 1 : 0) => ({
  startsOn,
  onHand: 20,
  arrivals: 5,
  bookings: 12,
  unbookedForecast: 25 - 12 - balance,
  balance,
  balanceLo80: balance - 8,
  balanceHi80: balance + 8,
  shortRows,
});

const urea = {
  itemId: 'FERT/1',
  item: 'Urea 46-0-0',
  category: 'fertilizer',
  location: 'Ames',
  supplierId: 'S1',
  supplier: 'Plains Nutrients',
  unit: 'ton',
  unitCost: 400,
  rows: 1,
  weeks: [week('2026-06-14', 13), week('2026-06-21', 3), week('2026-06-28', -12.4)],
  firstShortWeek: '2026-06-28',
  shortageCost: 4960,
};
const corn = {
  ...urea,
  itemId: 'SEED1',
  item: 'Corn 110',
  category: 'seed',
  unit: 'bag',
  weeks: urea.weeks.map(({ startsOn }) => week(startsOn, 50)),
  firstShortWeek: undefined,
  shortageCost: 0,
};

const page = (extra: object = {}) => ({
  items: [urea, corn],
  total: 2,
  shortLines: 1,
  shortageCost: 4960,
  categories: ['fertilizer', 'seed'],
  locations: ['Ames', 'Boone'],
  missing: [],
  ...extra,
});

let asked: URLSearchParams[];

const costTerms = (shortage: number, carrying: number, ordering: number, priceChanges = 0) => ({
  shortage,
  carrying,
  ordering,
  priceChanges,
  total: shortage + carrying + ordering + priceChanges,
});

const ureaPlan = {
  itemId: 'FERT/1',
  item: 'Urea 46-0-0',
  category: 'fertilizer',
  location: 'Ames',
  unit: 'ton',
  supplierId: 'S1',
  supplier: 'Plains Nutrients',
  action: 'order_now',
  reason: 'demand_exceeds_stock',
  onHand: 20,
  unitCost: 400,
  firstShortWeek: '2026-06-28',
  order: {
    quantity: 40,
    cost: 16_000,
    arrivesOn: '2026-06-28',
    position: 25,
    expectedDemand: 61,
    waiting: {
      cost: 420.25,
      now: costTerms(310.5, 800, 450),
      wait: costTerms(805.75, 725, 450),
      difference: costTerms(495.25, -75, 0),
    },
  },
  transfers: [],
};
const cornPlan = {
  ...ureaPlan,
  itemId: 'SEED1',
  item: 'Corn 110',
  unit: 'bag',
  action: 'transfer',
  reason: 'surplus_elsewhere',
  order: undefined,
  transfers: [
    { from: 'Boone', quantity: 12, savedHere: 300, lostAtSource: 20, handling: 75, freight: 30, saving: 175 },
  ],
};

const planPage = {
  items: [ureaPlan, cornPlan],
  total: 2,
  orderNow: 1,
  transfers: 1,
  substitutes: 0,
  orderLater: 0,
  orderCost: 16_000,
  costOfWaiting: 420.25,
  categories: ['fertilizer', 'seed'],
  locations: ['Ames'],
  missing: [],
  costs: {
    orderCost: 75,
    holdingCostPercent: 20,
    shortageCostMultiple: 1.5,
    transferDays: 3,
    transferFreightPercent: 2,
    substituteAcceptancePercent: 50,
  },
};

const substitute = {
  itemId: 'FERT/2',
  item: 'Urea B',
  quantity: 30,
  missing: 42,
  taken: 21,
  arrivesOn: '2026-06-28',
  savedHere: 630,
  lowerMargin: 105,
  lostAtSubstitute: 25.5,
  saving: 499.5,
};

const servePlan = (extra: object = {}) =>
  server.use(http.get(apiUrl('/api/purchasing/plan'), () => success({ ...planPage, ...extra }, meta)));

const serve = (extra?: object) =>
  server.use(
    http.get(POSITION, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return success(page(extra), meta);
    }),
  );

const nothingToDo = { items: [], total: 0, orderNow: 0, transfers: 0, orderCost: 0, costOfWaiting: 0 };

beforeEach(() => {
  asked = [];
  servePlan(nothingToDo);
});

describe('the grid', () => {
  it('marks short and risky weeks with words, and says what is at stake', async () => {
    serve();
    await renderApp('/stock');
    expect(
      await screen.findByText('1 of 2 lines runs short within 13 weeks. The missing units cost $4,960.00.'),
    ).toBeVisible();
    const row = within(await screen.findByRole('row', { name: /Urea 46-0-0/ }));
    expect(row.getByRole('link', { name: 'Urea 46-0-0' })).toHaveAttribute('href', '/items/FERT%2F1');
    expect(row.getByRole('link', { name: 'Ames' })).toHaveAttribute('href', '/locations/Ames');
    expect(
      row.getByRole('button', { name: 'Urea 46-0-0, Ames, week of Jun 28: -12 tons, short. Explain' }),
    ).toBeVisible();
    expect(row.getByRole('button', { name: /week of Jun 21: 3 tons, risk/ })).toBeVisible();
    expect(row.getByRole('button', { name: /week of Jun 14: 13 tons\. Explain/ })).toBeVisible();
    expect(
      asked.some((params) => params.get('groupBy') === 'item_location' && params.get('weeks') === '13'),
    ).toBe(true);
  });

  it('keeps grouping and filters in the URL', async () => {
    serve();
    await renderApp('/stock?group=item&location=Boone&weeks=26&lines=short');
    await screen.findByRole('row', { name: /Urea/ });
    expect(Object.fromEntries(asked.find((params) => params.has('location')) ?? [])).toMatchObject({
      groupBy: 'item',
      location: 'Boone',
      weeks: '26',
      onlyShort: 'true',
    });
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'seed');
    await userEvent.click(screen.getByRole('button', { name: 'Item and location' }));
    await waitFor(() =>
      expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({
        groupBy: 'item_location',
        location: 'Boone',
        category: 'seed',
        weeks: '26',
        onlyShort: 'true',
      }),
    );
  });

  it('counts short stock rows in a sum, which opens its items', async () => {
    const sum = {
      category: 'seed',
      unit: 'bag',
      rows: 7,
      weeks: [week('2026-06-14', 40, 2)],
      shortageCost: 90,
    };
    serve({ items: [{ ...sum, firstShortWeek: '2026-06-14' }] });
    await renderApp('/stock?group=category');
    const row = within(await screen.findByRole('row', { name: /seed/ }));
    expect(row.getByText('2 short')).toBeVisible();
    expect(row.getByRole('link', { name: 'seed' })).toHaveAttribute('href', '/stock?category=seed');
    expect(row.queryByRole('button', { name: /Explain/ })).toBeNull();
  });

  it('says which data is missing', async () => {
    serve({ missing: ['customer_bookings', 'purchase_orders'] });
    await renderApp('/stock');
    expect(
      await screen.findByText(
        'Without customer bookings, all demand is forecast. Without purchase orders, the days of arrivals are estimated: what is on order counts after the supplier’s lead time.',
      ),
    ).toBeVisible();
  });

  it('explains an empty position', async () => {
    serve({ items: [], total: 0, shortLines: 0, shortageCost: 0 });
    await renderApp('/stock');
    expect(await screen.findByText(/No stock yet/)).toBeVisible();
  });

  it('saves the lines of all pages with their advice, in the order and with the filters of the page', async () => {
    servePlan();
    const save = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
    server.use(
      http.get(POSITION, ({ request }) => {
        const params = new URL(request.url).searchParams;
        asked.push(params);
        const isLast = params.has('cursor');
        return success(page({ items: [isLast ? corn : urea], ...(!isLast && { nextCursor: 'next' }) }), meta);
      }),
    );
    await renderApp('/stock?category=seed&sort=item');
    const grid = within(await screen.findByRole('region', { name: 'Balance by week' }));
    await userEvent.click(await grid.findByRole('button', { name: 'Export all 2 rows as CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    const [name, , csv] = save.mock.calls[0] ?? [];
    expect(name).toMatch(/^season-position_.*\.csv$/);
    const [heading, ...lines] = (csv ?? '').trim().split('\r\n');
    expect(heading).toMatch(/^Item,/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^Urea 46-0-0,.*Order 40 tons now/);
    expect(lines[1]).toMatch(/^Corn 110,.*Move 12 bags from Boone/);
    const pages = asked.filter((params) => params.get('limit') === '200');
    expect(pages.map((params) => [params.get('cursor'), params.get('category'), params.get('sort')])).toEqual(
      [
        [null, 'seed', 'item'],
        ['next', 'seed', 'item'],
      ],
    );
  });

  it('offers to retry after a failure', async () => {
    server.use(http.get(POSITION, () => failure(500, 'Couldn’t compute the position.')));
    await renderApp('/stock');
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t compute the position.');
    serve();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('row', { name: /Urea/ })).toBeVisible();
  });
});

describe('a week', () => {
  it('opens the orders and bookings that make its balance', async () => {
    serve();
    server.use(
      http.get(apiUrl('/api/purchasing/position/week'), ({ request }) => {
        asked.push(new URL(request.url).searchParams);
        return success({
          itemId: 'FERT/1',
          item: 'Urea 46-0-0',
          location: 'Ames',
          unit: 'ton',
          startsOn: '2026-06-28',
          onHand: 20,
          arrivals: 5,
          bookings: 12,
          unbookedForecast: 25.4,
          balance: -12.4,
          orders: [
            {
              poId: 'PO-9',
              line: '1',
              supplierId: 'S1',
              supplier: 'Plains Nutrients',
              orderDate: '2026-06-01',
              expectedDate: '2026-06-20',
              quantity: 5,
              usualLeadDays: 30,
              deliveredLines: 12,
            },
          ],
          openBookings: [
            {
              bookingId: 'B-3',
              line: '2',
              customerId: 'C/7',
              customer: 'Miller Farms',
              dueDate: '2026-06-30',
              quantity: 12,
            },
          ],
        });
      }),
    );
    await renderApp('/stock');
    await userEvent.click(await screen.findByRole('button', { name: /Urea.*Jun 28/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Urea 46-0-0, Ames, week of Jun 28' }));
    expect(await sheet.findByText('-12.4 tons')).toBeVisible();
    expect(sheet.getByText('Jun 20, 2026, overdue')).toBeVisible();
    expect(await sheet.findByText('Jul 1, 2026, 30 days')).toBeVisible();
    expect(sheet.getByRole('link', { name: 'Miller Farms' })).toHaveAttribute('href', '/customers/C%2F7');
    expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
      itemId: 'FERT/1',
      location: 'Ames',
      day: '2026-06-28',
    });
  });
});

describe('the plan', () => {
  beforeEach(() => servePlan());

  const planTable = async () => within(await screen.findByRole('region', { name: 'What to do' }));

  it('says what to do, and what waiting costs', async () => {
    serve();
    await renderApp('/stock');
    const plan = await planTable();
    expect(
      await plan.findByText(
        'Order 1 line today for $16,000.00; waiting a week costs $420.25. Only transfers: 1. Later orders: 0.',
      ),
    ).toBeVisible();
    const row = within(await plan.findByRole('row', { name: /Urea 46-0-0/ }));
    expect(row.getByText('$420.25')).toBeVisible();
    expect(row.getByRole('button', { name: /Order 40 tons now/ })).toBeVisible();
    const moved = within(plan.getByRole('row', { name: /Corn 110/ }));
    expect(moved.getByRole('button', { name: /Move 12 bags from Boone/ })).toBeVisible();
    expect(moved.getByText('$175.00')).toBeVisible();
  });

  it('names what to offer until an order can arrive, with terms that add up', async () => {
    serve();
    const offered = {
      ...cornPlan,
      itemId: 'SEED2',
      item: 'Corn 112',
      action: 'offer_substitute',
      reason: 'substitute_in_stock',
      transfers: [],
      substitute: { ...substitute, itemId: 'SEED3', item: 'Corn 113', saving: 80 },
    };
    servePlan({ items: [{ ...ureaPlan, substitute }, offered], substitutes: 2 });
    await renderApp('/stock');
    const plan = await planTable();
    expect(await plan.findByText(/Later orders: 0\. 2 lines have a substitute to offer\.$/)).toBeVisible();
    const row = within(await plan.findByRole('row', { name: /Urea 46-0-0/ }));
    expect(row.getByText('Offer Urea B instead: 30 tons can be spared, saves about $499.50')).toBeVisible();
    expect(row.getByText('$919.75')).toBeVisible();
    const other = within(plan.getByRole('row', { name: /Corn 112/ }));
    expect(
      other.getByRole('button', { name: /Offer Corn 113 instead: 30 bags can be spared\. Explain/ }),
    ).toBeVisible();
    expect(other.getByText('$80.00')).toBeVisible();
    await userEvent.click(row.getByRole('button', { name: /Order 40 tons now/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Urea 46-0-0, Ames' }));
    expect(sheet.getByRole('link', { name: 'Urea B' })).toHaveAttribute('href', '/items/FERT%2F2');
    for (const term of ['42 tons', '21 tons', '$630.00', '$105.00', '$25.50', '$499.50']) {
      expect(sheet.getByText(term)).toBeVisible();
    }
    expect(sheet.getByText(/Assumes that 50% of customers accept it/)).toBeVisible();
  });

  it('shows the advice beside the balances', async () => {
    serve();
    await renderApp('/stock');
    const grid = within(await screen.findByRole('region', { name: 'Balance by week' }));
    const row = within(await grid.findByRole('row', { name: /Urea 46-0-0/ }));
    await userEvent.click(await row.findByRole('button', { name: /Order 40 tons now/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Urea 46-0-0, Ames' }));
    expect(await sheet.findByText(/the margin of a missing unit, counted twice/)).toBeVisible();
  });

  it('explains the terms, which add up, and accepts the order once', async () => {
    serve();
    const bodies: unknown[] = [];
    server.use(
      http.post(apiUrl('/api/purchasing/drafts'), async ({ request }) => {
        bodies.push(await request.json());
        return success({ items: [{}] });
      }),
    );
    await renderApp('/stock');
    const plan = await planTable();
    await userEvent.click(await plan.findByRole('button', { name: /Order 40 tons now/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Urea 46-0-0, Ames' }));
    expect(sheet.getByText(/Expected demand until an order of next week arrives is 61 tons/)).toBeVisible();
    expect(sheet.getByRole('heading', { name: 'Waiting a week costs $420.25' })).toBeVisible();
    const lost = within(await sheet.findByRole('row', { name: /Lost margin/ }));
    expect(lost.getByText('$495.25')).toBeVisible();
    expect(sheet.queryByRole('row', { name: /price changes/ })).not.toBeInTheDocument();
    await userEvent.click(sheet.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('1 draft order created.')).toBeVisible();
    expect(bodies).toEqual([
      {
        requestId: expect.any(String) as string,
        lines: [{ itemId: 'FERT/1', location: 'Ames', quantity: 40 }],
      },
    ]);
  });

  it('names what an announced price adds to waiting', async () => {
    serve();
    const waiting = {
      cost: 95.5,
      now: costTerms(20, 900, 450),
      wait: costTerms(25.5, 790, 450, 200),
      difference: costTerms(5.5, -110, 0, 200),
    };
    const order = { ...ureaPlan.order, waiting };
    servePlan({ items: [{ ...ureaPlan, reason: 'price_increase', order }] });
    await renderApp('/stock');
    const plan = await planTable();
    await userEvent.click(await plan.findByRole('button', { name: /Order 40 tons now/ }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Urea 46-0-0, Ames' }));
    expect(sheet.getByText(/The supplier has announced a higher price/)).toBeVisible();
    const changes = within(await sheet.findByRole('row', { name: /Announced price changes/ }));
    expect(changes.getByText('$0.00')).toBeVisible();
    expect(changes.getAllByText('$200.00')).toHaveLength(2);
  });

  it('accepts the selected orders and keeps the refusal', async () => {
    serve();
    server.use(
      http.post(apiUrl('/api/purchasing/drafts'), () =>
        failure(409, 'urea is already in an open draft order.'),
      ),
    );
    await renderApp('/stock');
    const plan = await planTable();
    await userEvent.click(await plan.findByRole('checkbox', { name: /Urea 46-0-0, Ames/ }));
    await userEvent.click(plan.getByRole('button', { name: 'Accept 1 order' }));
    expect(await plan.findByRole('alert')).toHaveTextContent('already in an open draft order');
  });

  it('explains an empty plan and offers to retry after a failure', async () => {
    serve();
    server.use(http.get(apiUrl('/api/purchasing/plan'), () => failure(500, 'Couldn’t compute the plan.')));
    await renderApp('/stock');
    const plan = await planTable();
    expect(await plan.findByRole('alert')).toHaveTextContent('Couldn’t compute the plan.');
    servePlan(nothingToDo);
    await userEvent.click(plan.getByRole('button', { name: 'Retry' }));
    expect(await plan.findByText('Nothing to order or move within 26 weeks.')).toBeVisible();
  });
});
