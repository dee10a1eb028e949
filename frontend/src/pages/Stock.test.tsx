/** The season position: the grid, its marks and filters, what makes a balance, and drafts. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
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

const serve = (extra?: object) =>
  server.use(
    http.get(POSITION, ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return success(page(extra), meta);
    }),
  );

beforeEach(() => {
  asked = [];
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
        'Without customer bookings, all demand is forecast. Without purchase orders, nothing arrives.',
      ),
    ).toBeVisible();
  });

  it('explains an empty position', async () => {
    serve({ items: [], total: 0, shortLines: 0, shortageCost: 0 });
    await renderApp('/stock');
    expect(await screen.findByText(/No stock yet/)).toBeVisible();
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

describe('draft orders', () => {
  it('says when nothing is recommended for the selected lines', async () => {
    serve();
    await renderApp('/stock');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Urea 46-0-0, Ames/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Draft order' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Draft order' }));
    expect(await sheet.findByText(/Nothing to order for these lines yet/)).toBeVisible();
  });
});
