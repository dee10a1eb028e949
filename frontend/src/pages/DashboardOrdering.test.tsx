/** Ordering from the dashboard: accepting, drafts, ordering, discarding and costs. */
import type { Schemas } from '@sprout/client';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, meta, recommendations, server, success } from '@/test/server';

// Each test renders the whole dashboard, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const RECOMMENDATIONS = apiUrl('/api/purchasing/recommendations');
const DRAFTS = apiUrl('/api/purchasing/drafts');
const SETTINGS = apiUrl('/api/purchasing/settings');

const [urea] = recommendations.items as [Schemas['RecommendedItem']];
const items: Schemas['RecommendedItem'][] = [
  { ...urea, supplierId: 's1', supplier: 'Plains Chemical' },
  { ...urea, itemId: 'CORN', item: 'Corn P1', recommended: 80, cost: 1600 },
];

const draft: Schemas['DraftOrder'] = {
  id: '0190-draft',
  state: 'draft',
  supplierId: 's1',
  supplier: 'Plains Chemical',
  currency: 'USD',
  createdAt: '2026-06-14T12:00:00Z',
  createdBy: 'Ada Larsen',
  awaitsApproval: false,
  isWithinLimit: true,
  cost: 4000,
  lines: [
    {
      itemId: 'UREA',
      item: 'Urea 46-0-0',
      category: 'fertilizer',
      unit: 'bag',
      location: 'Ames',
      quantity: 200,
      recommended: 160,
      unitCost: 20,
      cost: 4000,
    },
  ],
};

const costs = {
  holdingCostPercent: 20,
  shortageCostMultiple: 1.5,
  orderCost: 75,
  defaultLeadTimeDays: 14,
  substituteAcceptancePercent: 50,
};

beforeEach(() => {
  localStorage.setItem('token', 'a.token');
  server.use(
    http.get(RECOMMENDATIONS, () => success({ ...recommendations, items }, meta)),
    http.get(DRAFTS, () => success({ items: [] })),
    http.get(SETTINGS, () => success({ costs, defaults: costs, overrides: {} }, meta)),
  );
});

const open = async (name: string) => {
  const { user } = await renderApp('/');
  const panel = await screen.findByRole('region', { name: 'Purchase Recommendations' });
  await user.click(await within(panel).findByRole('button', { name }));
  return user;
};

describe('accepting', () => {
  it('is not offered to a role that may not', async () => {
    server.use(
      http.get(apiUrl('/api/account'), () => success({ ...account, permissions: ['purchasing.read'] })),
    );
    await open('Create draft orders');
    const sheet = await screen.findByRole('dialog');
    expect(await within(sheet).findByText(/You don’t have permission to create draft orders/)).toBeVisible();
    expect(within(sheet).getByRole('button', { name: /^Create/ })).toBeDisabled();
  });

  it('sends the chosen lines with their quantities, and leads to the drafts', async () => {
    const sent: Schemas['DraftAcceptance'][] = [];
    server.use(
      http.post(DRAFTS, async ({ request }) => {
        sent.push((await request.json()) as Schemas['DraftAcceptance']);
        return success({ items: [draft] });
      }),
    );
    const user = await open('Create draft orders');
    const sheet = await screen.findByRole('dialog');
    await user.click(within(sheet).getByLabelText(/Corn P1/, { selector: '[type=checkbox]' }));
    const quantity = within(sheet).getByLabelText('Quantity of Urea 46-0-0, Ames');
    await user.clear(quantity);
    await user.type(quantity, '200');
    server.use(http.get(DRAFTS, () => success({ items: [draft] })));
    await user.click(within(sheet).getByText('Create 1 draft'));
    const drafts = await screen.findByRole('dialog', { name: 'Draft orders' });
    expect(within(drafts).getByText(/1 draft order created\./)).toBeVisible();
    expect(await within(drafts).findByText('200 bags')).toBeVisible();
    expect(sent.map((body) => body.lines)).toEqual([[{ itemId: 'UREA', location: 'Ames', quantity: 200 }]]);
  });

  it('shows quantity errors and the total cost', async () => {
    const user = await open('Create draft orders');
    const sheet = await screen.findByRole('dialog', { name: 'Create draft orders' });
    expect(within(sheet).getByText('$4,800.00')).toBeVisible();
    expect(within(sheet).getByText('Create 2 drafts')).toBeEnabled();
    await user.click(within(sheet).getByText('Clear selection'));
    expect(within(sheet).getByText('Select at least one line.')).toBeVisible();
    await user.click(within(sheet).getByText('Select all'));
    const quantity = within(sheet).getByLabelText('Quantity of Urea 46-0-0, Ames');
    await user.clear(quantity);
    expect(quantity).toHaveAccessibleDescription('Enter a number above 0 with at most 4 decimals.');
    expect(within(sheet).getByText('Create 2 drafts')).toBeDisabled();
    await user.type(quantity, '210');
    expect(quantity).toHaveAccessibleDescription('This quantity is not in whole packs.');
  });

  it('names the same lines alike when they are sent again, and others differently', async () => {
    const sent: Schemas['DraftAcceptance'][] = [];
    server.use(
      http.post(DRAFTS, async ({ request }) => {
        sent.push((await request.json()) as Schemas['DraftAcceptance']);
        return sent.length < 3
          ? HttpResponse.error()
          : failure(409, 'UREA at Ames waits in a draft order already.');
      }),
    );
    const user = await open('Create draft orders');
    const sheet = await screen.findByRole('dialog');
    const write = () => within(sheet).getByRole('button', { name: /^Create/ });
    await user.click(write());
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(write()).toBeEnabled());
    await user.click(write());
    await waitFor(() => expect(sent).toHaveLength(2));
    await waitFor(() => expect(write()).toBeEnabled());
    await user.click(within(sheet).getByRole('checkbox', { name: /Corn P1/ }));
    await user.click(write());
    expect(await within(sheet).findByRole('alert')).toHaveTextContent(
      'UREA at Ames waits in a draft order already.',
    );
    const [first, again, other] = sent.map((body) => body.requestId);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

describe('drafts', () => {
  it('are marked as ordered, or discarded after a question', async () => {
    server.use(http.get(DRAFTS, () => success({ items: [draft] })));
    const called: string[] = [];
    for (const action of ['order', 'discard']) {
      server.use(
        http.post(`${DRAFTS}/0190-draft/${action}`, () => {
          called.push(action);
          return success(draft);
        }),
      );
    }
    const user = await open('Draft orders');
    const sheet = await screen.findByRole('dialog', { name: 'Draft orders' });
    await user.click(await within(sheet).findByRole('button', { name: 'Mark as ordered: Plains Chemical' }));
    await waitFor(() => expect(called).toEqual(['order']));
    await user.click(await within(sheet).findByRole('button', { name: 'Discard: Plains Chemical' }));
    expect(within(sheet).getByRole('button', { name: 'Keep' })).toHaveFocus();
    await user.click(within(sheet).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(called).toEqual(['order', 'discard']));
  });

  it('say why there are none, and what the recommendations leave out', async () => {
    server.use(
      http.get(RECOMMENDATIONS, () => success({ items: [], withoutReorderPoint: 0, inOpenDrafts: 2 }, meta)),
    );
    await open('Draft orders');
    expect(await screen.findByText(/No drafts to order\./)).toBeVisible();
    expect(screen.getByText('Nothing left to reorder.')).toBeVisible();
    expect(screen.getByText('2 items are already in draft orders.')).toBeVisible();
  });

  it('that do not load can be asked for again', async () => {
    server.use(http.get(DRAFTS, () => failure(500, 'The drafts are not there.')));
    const user = await open('Draft orders');
    const sheet = await screen.findByRole('dialog');
    expect(await within(sheet).findByText('The drafts are not there.')).toBeVisible();
    server.use(http.get(DRAFTS, () => success({ items: [draft] })));
    await user.click(within(sheet).getByRole('button', { name: 'Retry' }));
    expect(await within(sheet).findByText('200 bags')).toBeVisible();
  });
});

describe('costs', () => {
  it('are sent as typed, empty ones as usual', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(SETTINGS, async ({ request }) => {
        sent.push(await request.json());
        const own = { orderCost: 60 };
        return success(
          {
            costs,
            defaults: costs,
            overrides: own,
            updatedBy: 'Ada Larsen',
            updatedAt: '2026-06-14T12:00:00Z',
          },
          meta,
        );
      }),
    );
    const user = await open('Ordering costs');
    const sheet = await screen.findByRole('dialog', { name: 'Ordering costs' });
    const order = await within(sheet).findByLabelText('Order cost');
    expect(order).toHaveValue(null);
    expect(order).toHaveAccessibleDescription(
      'Cost of placing and receiving one order. Leave blank for $75.00.',
    );
    await user.type(order, '60');
    await user.click(within(sheet).getByRole('button', { name: 'Save costs' }));
    expect(await within(sheet).findByText(/^Costs saved\./)).toBeVisible();
    expect(within(sheet).getByLabelText('Order cost')).toHaveValue(60);
    expect(within(sheet).getByText(/by Ada Larsen\.$/)).toBeVisible();
    expect(sent).toEqual([{ orderCost: 60 }]);
  });

  it('are shown without a form where the role may not change them', async () => {
    server.use(
      http.get(apiUrl('/api/account'), () => success({ ...account, permissions: ['purchasing.order'] })),
    );
    await open('Ordering costs');
    const sheet = await screen.findByRole('dialog');
    expect(await within(sheet).findByText('$75.00 (usual)')).toBeVisible();
    expect(within(sheet).queryByRole('button', { name: 'Save costs' })).not.toBeInTheDocument();
  });
});

describe('terms', () => {
  const season: Schemas['RecommendedItem'] = {
    ...urea,
    terms: {
      ...urea.terms,
      rule: 'season',
      leadTimeDays: 10,
      leadTimeSource: 'deliveries',
      leadTimeDeliveries: 4,
      leadTimeAssumed: false,
      expectedSales: 84,
      reorderPoint: 100,
      orderUpTo: 184,
      season: {
        safetyStock: 16,
        serviceLevelPercent: 97.01,
        coverWeeks: 3,
        coverSales: 84,
        years: 3,
        saleWeeks: 156,
      },
    },
  };

  const why = async (row: Schemas['RecommendedItem']) => {
    server.use(http.get(RECOMMENDATIONS, () => success({ ...recommendations, items: [row] }, meta)));
    return open('Why? Urea 46-0-0, Ames');
  };

  it('of a season say what is expected, what is kept for safety, and where the lead time comes from', async () => {
    await why(season);
    expect(await screen.findByText('10 days (median of 4 deliveries) + 7 days')).toBeVisible();
    const terms = screen.getByText('Expected sales in the next 3 weeks, by season').closest('dl');
    for (const line of [
      'Expected sales in the next 3 weeks, by season84 bags',
      'Safety stock (97.0% service level)16 bags',
      'Advised reorder point: expected sales + safety stock100 bags',
      'Expected sales, following 3 weeks84 bags',
      'Order up to: advised reorder point + following sales184 bags',
      'Seasonality based on3 years, 156 weeks with sales',
    ]) {
      expect(terms).toHaveTextContent(line);
    }
  });

  it('of the plan say what the position and the demand are, and what waiting costs', async () => {
    const plan = {
      reason: 'demand_exceeds_stock',
      transferred: 12,
      arrivesOn: '2026-07-01',
      costOfWaiting: 420.25,
    } as const;
    await why({
      ...urea,
      terms: { ...urea.terms, rule: 'plan', onOrder: 5, ordered: 3, position: 60, orderUpTo: 220, plan },
    });
    const terms = (await screen.findByText('Usually arrives')).closest('dl');
    for (const line of [
      'Position: on hand + on order + ordered from drafts + moved here40 + 5 + 3 + 12 = 60 bags',
      'Expected demand until an order of next week arrives, bookings included84 bags',
      'Advised reorder point: an order pays from this position down100 bags',
      'Cost of waiting a week: carrying, shortages (counted twice), orders and announced price changes$420.25',
      'Position with the order220 bags',
    ]) {
      expect(terms).toHaveTextContent(line);
    }
    expect(terms).not.toHaveTextContent('booked');
  });

  it('can be corrected, and say who did', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(apiUrl('/api/purchasing/corrections'), async ({ request }) => {
        sent.push(await request.json());
        return success({ items: [] });
      }),
    );
    const correction = { leadTimeDays: 30, correctedBy: 'Ada Larsen', correctedAt: '2026-06-14T12:00:00Z' };
    const user = await why({ ...season, correction });
    expect(await screen.findByText(/^Corrected .* by Ada Larsen\.$/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Correct Urea 46-0-0, Ames' }));
    expect(screen.getByLabelText('Lead time (days)')).toHaveValue(30);
    await user.type(screen.getByLabelText('Reorder point (bags)'), '120.5');
    await user.click(screen.getByRole('button', { name: 'Save correction' }));
    await waitFor(() =>
      expect(sent).toEqual([{ itemId: 'UREA', location: 'Ames', leadTimeDays: 30, reorderPoint: 120.5 }]),
    );
    await user.click(await screen.findByRole('button', { name: 'Correct Urea 46-0-0, Ames' }));
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(sent[1]).toEqual({ itemId: 'UREA', location: 'Ames' }));
  });

  it('that nothing tells can be set', async () => {
    const sent: unknown[] = [];
    const row = { itemId: 'MAP', item: 'MAP 11-52-0', unit: 'ton', location: 'Ames' };
    const correction = { reorderPoint: 9, correctedBy: 'Ada Larsen', correctedAt: '2026-06-14T12:00:00Z' };
    server.use(
      http.get(RECOMMENDATIONS, () =>
        success({ ...recommendations, items, withoutReorderPoint: 1, itemsWithoutReorderPoint: [row] }, meta),
      ),
      http.get(apiUrl('/api/purchasing/corrections'), () => success({ items: [] })),
      http.put(apiUrl('/api/purchasing/corrections'), async ({ request }) => {
        sent.push(await request.json());
        return success({ items: [{ ...row, correction }] });
      }),
    );
    const { user } = await renderApp('/');
    await user.click(await screen.findByRole('link', { name: 'Set minimum' }));
    const sheet = await screen.findByRole('dialog', { name: 'Set minimum' });
    expect(await within(sheet).findByText('No corrections yet.')).toBeVisible();
    await user.type(within(sheet).getByLabelText('MAP 11-52-0, Ames: reorder point (tons)'), '9');
    await user.click(within(sheet).getByRole('button', { name: 'Set' }));
    expect(await within(sheet).findByText(/reorder point 9 tons, by Ada Larsen/)).toBeVisible();
    await user.click(within(sheet).getByRole('button', { name: 'Reset MAP 11-52-0, Ames' }));
    await waitFor(() =>
      expect(sent).toEqual([
        { itemId: 'MAP', location: 'Ames', reorderPoint: 9 },
        { itemId: 'MAP', location: 'Ames' },
      ]),
    );
  });
});
