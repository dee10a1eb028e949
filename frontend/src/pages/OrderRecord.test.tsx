/** The page of an order that was drafted here: its email, what can be done, and whom it affects. */
import type { Schemas } from '@sprout/client';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as download from '@/lib/download';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, meta, server, success } from '@/test/server';

const ID = '0198c5a0-7d3e-7a44-9f10-000000000001';
const DRAFT = apiUrl(`/api/purchasing/drafts/${ID}`);
const AFFECTED = apiUrl(`/api/purchasing/drafts/${ID}/affected-customers`);
const CONTACT = apiUrl('/api/purchasing/supplier-contacts');

const region = async (name: string) => within(await screen.findByRole('region', { name }));

const drafted: Schemas['DraftOrder'] = {
  id: ID,
  state: 'draft',
  supplierId: 's1',
  supplier: 'Plains Chemical',
  currency: 'USD',
  createdAt: '2026-06-14T12:00:00Z',
  createdBy: 'Ada Larsen',
  awaitsApproval: false,
  isWithinLimit: true,
  cost: 4000,
  lines: [],
};

const draft: Schemas['DraftOrder'] = {
  ...drafted,
  state: 'ordered',
  orderedAt: '2026-06-14T12:00:00Z',
  email: {
    state: 'sent',
    recipient: 'orders@plains.example',
    sentBy: 'Ada Larsen',
    createdAt: '2026-06-14T12:00:00Z',
    expiresAt: '2026-07-14T12:00:00Z',
  },
};

const booking = (bookingId: string, value?: number): Schemas['AffectedBookingLine'] => ({
  customerId: 'c1',
  customer: 'Burr Oak Farm',
  bookingId,
  line: '1',
  itemId: 'UREA',
  item: 'Urea 46-0-0',
  location: 'Ames',
  unit: 'ton',
  dueDate: '2026-07-08',
  startsOn: '2026-07-07',
  quantity: 30,
  shortQuantity: 23,
  currency: 'CAD',
  ...(value !== undefined && { value }),
});

const page: Schemas['AffectedCustomersPage'] = {
  items: [booking('b1', 11730)],
  nextCursor: '1',
  total: 2,
  customers: 1,
  values: [{ currency: 'CAD', value: 11730 }],
  openBookings: 3,
  isCounted: true,
};

const none = { ...page, items: [], nextCursor: undefined, total: 0, customers: 0, values: [] };

beforeEach(() => {
  server.use(
    http.get(apiUrl('/api/account'), () =>
      success({ ...account, permissions: [...account.permissions, 'orders.send'] }),
    ),
    http.get(DRAFT, () => success(draft)),
    http.get(AFFECTED, () => success(none, meta)),
    http.get(apiUrl('/api/orders/:id'), () => failure(404, 'Not found.', 'not_found')),
  );
});

describe('affected customers', () => {
  it('are listed page by page with links, shortage and value', async () => {
    server.use(
      http.get(AFFECTED, ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? success({ ...page, items: [booking('b2')], nextCursor: undefined }, meta)
          : success(page, meta),
      ),
    );
    const { user } = await renderApp(`/orders/${ID}`);
    const affected = await region('Affected customers');
    expect(await affected.findByText('Customers: 1 · Bookings: 2 · Short: CA$11,730.00')).toBeVisible();
    expect(affected.getByRole('link', { name: 'Burr Oak Farm' })).toHaveAttribute('href', '/customers/c1');
    expect(affected.getByRole('link', { name: 'Urea 46-0-0' })).toHaveAttribute('href', '/items/UREA');
    expect(affected.getByText('23 tons')).toBeVisible();
    expect(affected.getByText('CA$11,730.00')).toBeVisible();
    await user.click(affected.getByRole('button', { name: 'Load more bookings' }));
    expect(await affected.findAllByText('23 tons')).toHaveLength(2);
    expect(affected.queryByRole('button', { name: 'Load more bookings' })).not.toBeInTheDocument();
  });

  it('are saved as a file with those of all pages', async () => {
    const save = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
    server.use(
      http.get(AFFECTED, ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? success({ ...page, items: [booking('b2')], nextCursor: undefined }, meta)
          : success(page, meta),
      ),
    );
    const { user } = await renderApp(`/orders/${ID}`);
    const affected = await region('Affected customers');
    expect(await affected.findByText('Showing 1 of 2 rows.')).toBeVisible();
    await user.click(affected.getByRole('button', { name: 'Export all 2 rows as CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledOnce());
    expect(save.mock.calls[0]?.[2].trim().split('\r\n')).toHaveLength(3);
  });

  it.each([
    ['No customer has an open booking of these items.', { openBookings: 0 }],
    ['This order makes no open booking of these items late.', {}],
    ['The position doesn’t count this order now, so no booking depends on it.', { isCounted: false }],
  ])('says: %s', async (text, change) => {
    server.use(http.get(AFFECTED, () => success({ ...none, ...change }, meta)));
    await renderApp(`/orders/${ID}`);
    expect(await (await region('Affected customers')).findByText(text)).toBeVisible();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.get(AFFECTED, () => failure(503, 'The database is busy.')));
    const { user } = await renderApp(`/orders/${ID}`);
    const affected = await region('Affected customers');
    expect(await affected.findByText('The database is busy.')).toBeVisible();
    server.use(http.get(AFFECTED, () => success(none, meta)));
    await user.click(affected.getByRole('button', { name: 'Retry' }));
    expect(await affected.findByText('This order makes no open booking of these items late.')).toBeVisible();
  });

  it('are not shown for a draft that is not ordered', async () => {
    server.use(http.get(DRAFT, () => success({ ...draft, state: 'draft', email: undefined })));
    await renderApp(`/orders/${ID}`);
    expect(await screen.findByRole('button', { name: 'Send to supplier: Plains Chemical' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Affected customers' })).not.toBeInTheDocument();
  });
});

describe('an order above a limit', () => {
  const waiting: Schemas['DraftOrder'] = {
    ...drafted,
    createdBy: 'Bo Field',
    awaitsApproval: true,
  };
  const asBuyer = () =>
    server.use(
      http.get(apiUrl('/api/account'), () =>
        success({ ...account, permissions: [...account.permissions, 'purchasing.order', 'orders.send'] }),
      ),
    );

  it('is approved by someone whose limit covers it, who may order it too', async () => {
    asBuyer();
    let shown = waiting;
    server.use(
      http.get(DRAFT, () => success(shown)),
      http.post(apiUrl(`/api/purchasing/drafts/${ID}/approve`), () => {
        shown = {
          ...waiting,
          awaitsApproval: false,
          approvedAt: '2026-06-14T13:00:00Z',
          approvedBy: 'Ada Larsen',
        };
        return success(shown);
      }),
    );
    const { user } = await renderApp(`/orders/${ID}`);
    expect(
      await screen.findByText('This order is above the limit of Bo Field and waits for approval.'),
    ).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Mark as ordered: Plains Chemical' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Approve: Plains Chemical' }));
    expect(await screen.findByText(/^Approved .* by Ada Larsen$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Approve: Plains Chemical' })).not.toBeInTheDocument();
  });

  it('can only be downloaded or discarded by others', async () => {
    asBuyer();
    server.use(http.get(DRAFT, () => success({ ...waiting, isWithinLimit: false })));
    await renderApp(`/orders/${ID}`);
    expect(await screen.findByText(/^This order is above your limit\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Discard: Plains Chemical' })).toBeVisible();
    for (const action of ['Approve', 'Mark as ordered', 'Send to supplier']) {
      expect(screen.queryByRole('button', { name: `${action}: Plains Chemical` })).not.toBeInTheDocument();
    }
  });

  it('can be ordered by them once it is approved', async () => {
    asBuyer();
    const approved = {
      ...waiting,
      awaitsApproval: false,
      isWithinLimit: false,
      approvedAt: '2026-06-14T13:00:00Z',
      approvedBy: 'Ada Larsen',
    };
    server.use(http.get(DRAFT, () => success(approved)));
    await renderApp(`/orders/${ID}`);
    expect(await screen.findByRole('button', { name: 'Mark as ordered: Plains Chemical' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send to supplier: Plains Chemical' })).toBeVisible();
    expect(screen.queryByText(/above your limit/)).not.toBeInTheDocument();
  });
});

it('an order that could not be sent says why, and can be sent again', async () => {
  const email = { ...draft.email, state: 'failed', reason: '550 no such user' };
  server.use(http.get(DRAFT, () => success({ ...draft, state: 'draft', email })));
  await renderApp(`/orders/${ID}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Plains Chemical' })).toBeVisible();
  expect(screen.getByText('Not sent to orders@plains.example: 550 no such user')).toBeVisible();
  expect(
    await screen.findByRole('button', { name: 'Send again to supplier: Plains Chemical' }),
  ).toHaveTextContent('Send again');
});

const orderLine = (lineId: string): Schemas['OrderLine'] => ({
  lineId,
  direction: 'sale',
  day: '2026-06-01',
  itemId: 'UREA',
  quantity: 2,
  unit: 'ton',
  unitPrice: 500,
  amount: 1000,
  currency: 'USD',
});

it('a long order of the source is saved as a file with all of its lines', async () => {
  const save = vi.spyOn(download, 'downloadText').mockImplementation(() => undefined);
  server.use(
    http.get(apiUrl('/api/orders/:id'), ({ request }) =>
      new URL(request.url).searchParams.has('cursor')
        ? success({ orderId: 'SO-1', items: [orderLine('t2')] }, meta)
        : success({ orderId: 'SO-1', items: [orderLine('t1')], nextCursor: 't1' }, meta),
    ),
  );
  const { user } = await renderApp('/orders/SO-1');
  const lines = await region('Order lines');
  await user.click(await lines.findByRole('button', { name: 'Export all rows as CSV' }));
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]?.[2].trim().split('\r\n')).toHaveLength(3);
});

it('an order of the source may have a number like that of a draft', async () => {
  server.use(
    http.get(DRAFT, () => failure(404, 'Not found.', 'not_found')),
    http.get(apiUrl('/api/orders/:id'), () =>
      success(
        {
          orderId: ID,
          items: [orderLine('t1')],
        },
        meta,
      ),
    ),
  );
  await renderApp(`/orders/${ID}`);
  expect(await (await region('Order lines')).findByText('$1,000.00')).toBeVisible();
});

describe('the page of a supplier', () => {
  beforeEach(() => {
    server.use(
      http.get(apiUrl('/api/suppliers/:id'), () =>
        success({ supplierId: 's1', supplier: 'Plains Chemical', categories: [] }, meta),
      ),
    );
  });

  it('shows where its orders are sent, and changes it', async () => {
    let stored: Schemas['SupplierContact'] = { supplierId: 's1', language: 'en' };
    const bodies: unknown[] = [];
    server.use(
      http.get(CONTACT, () => success(stored)),
      http.put(CONTACT, async ({ request }) => {
        bodies.push(await request.json());
        stored = {
          supplierId: 's1',
          email: 'orders@plains.example',
          contactName: 'Ada Berg',
          language: 'de',
        };
        return success(stored);
      }),
    );
    const { user } = await renderApp('/suppliers/s1');
    const panel = await region('Orders by email');
    await user.click(await panel.findByRole('button', { name: 'Add address' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Orders by email' }));
    await user.type(sheet.getByLabelText('Supplier’s email address'), 'orders@plains.example');
    await user.type(sheet.getByLabelText('Contact name (optional)'), 'Ada Berg');
    await user.selectOptions(sheet.getByLabelText('Language of orders'), 'Deutsch');
    await user.click(sheet.getByRole('button', { name: 'Save address' }));
    expect(await panel.findByText('Orders are sent in this language: Deutsch')).toBeVisible();
    expect(await panel.findByText('Ada Berg <orders@plains.example>')).toBeVisible();
    expect(bodies).toEqual([
      { supplierId: 's1', email: 'orders@plains.example', contactName: 'Ada Berg', language: 'de' },
    ]);
    expect(panel.getByRole('button', { name: 'Change address' })).toBeVisible();
  });

  it('hides it from users who may not send orders', async () => {
    server.use(http.get(apiUrl('/api/account'), () => success(account)));
    await renderApp('/suppliers/s1');
    await region('Recent purchase orders');
    expect(screen.queryByRole('region', { name: 'Orders by email' })).not.toBeInTheDocument();
  });
});
