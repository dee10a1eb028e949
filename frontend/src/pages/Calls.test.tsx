/** The call list: cards, outcomes, the control group, and who sees what. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, meta, server, success } from '@/test/server';

const LIST = apiUrl('/api/call-list');

const call = {
  rank: 1,
  customerId: 'C/7',
  customer: 'Miller Farms',
  salesperson: 'rep@prairie.example',
  county: 'Story',
  state: 'IA',
  acres: 1200,
  crops: 'corn;soybeans',
  reason: 'late',
  explanation: 'Not bought yet: corn seed was due around Jan 20, 2026.',
  expectedMargin: 4200,
  windowStart: '2026-01-12',
  windowEnd: '2026-02-09',
  orderChance: 31,
  orderChanceWithCall: 58,
  offers: [{ product: 'corn seed', dueOn: '2026-01-20', margin: 6100 }],
  shareOfWallet: { percent: 62, lowPercent: 48, highPercent: 81, largestGap: 'wheat seed', gapMargin: 900 },
  lastOrders: [{ day: '2025-06-20', margin: 1500 }],
  lastOutcome: {
    outcome: 'later',
    calledOn: '2025-12-01',
    note: 'After harvest',
    recordedBy: 'Ann',
    recordedAt: '2025-12-01T15:00:00Z',
  },
};

const list = (extra: object = {}) => ({
  items: [call],
  total: 1,
  currency: 'USD',
  salespeople: ['rep@prairie.example'],
  seesTeam: false,
  heldBackPercent: 10,
  ...extra,
});

const serve = (extra?: object) => server.use(http.get(LIST, () => success(list(extra), meta)));

const signInWith = (...permissions: string[]) =>
  server.use(http.get(apiUrl('/api/account'), () => success({ ...account, permissions })));

beforeEach(() => signInWith('calls.record', 'organization.manage'));

describe('a salesperson', () => {
  it('sees why to call, what to offer and the share of wallet', async () => {
    serve();
    await renderApp('/calls');
    const card = within(await screen.findByRole('article', { name: '1. Miller Farms' }));
    expect(card.getByText(call.explanation)).toBeVisible();
    expect(card.getByText(/corn seed, around Jan 20, 2026/)).toBeVisible();
    expect(card.getByText(/31\.0% without a call, 58\.0% with one/)).toBeVisible();
    expect(card.getByText('62.0% (48.0% to 81.0%)')).toBeVisible();
    expect(card.getByText(/^Largest gap: wheat seed/)).toBeVisible();
    expect(card.getByRole('link', { name: 'Miller Farms' })).toHaveAttribute('href', '/customers/C%2F7');
    expect(card.getByText('Later, Dec 1, 2025, After harvest')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Effect of calls' })).toBeNull();
  });

  it('records the outcome of a call', async () => {
    let sent: unknown;
    serve();
    server.use(
      http.put(apiUrl('/api/call-list/:id/outcome'), async ({ request, params }) => {
        sent = [params['id'], await request.json()];
        return success({
          outcome: 'ordered',
          calledOn: '2026-01-14',
          recordedBy: 'Ann',
          recordedAt: '2026-01-14T15:00:00Z',
        });
      }),
    );
    await renderApp('/calls');
    const card = within(await screen.findByRole('article', { name: '1. Miller Farms' }));
    await userEvent.click(await card.findByRole('button', { name: /^Record outcome/ }));
    await userEvent.click(card.getByRole('button', { name: 'Ordered' }));
    await userEvent.type(card.getByLabelText('Note'), '12 bags');
    serve({ items: [], total: 0 });
    await userEvent.click(card.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/^No growers to call\./)).toBeVisible();
    expect(sent).toEqual(['C/7', { outcome: 'ordered', note: '12 bags' }]);
  });
});

describe('a manager', () => {
  it('sees that it is too early to tell', async () => {
    serve({ seesTeam: true, effect: { tooEarly: true, listed: 60, heldBack: 7 } });
    await renderApp('/calls');
    expect(await screen.findByText(/^Too early to tell\. 7 growers held back so far/)).toBeVisible();
  });

  it('sees what calls brought', async () => {
    serve({
      seesTeam: true,
      effect: {
        tooEarly: false,
        listed: 400,
        heldBack: 45,
        since: '2025-09-01',
        margin: 21000,
        low: -3000,
        high: 45000,
      },
    });
    await renderApp('/calls');
    const effect = within(await screen.findByRole('region', { name: 'Effect of calls' }));
    expect(effect.getByText('Additional margin since Sep 1, 2025')).toBeVisible();
    expect(effect.getByText(/45 growers held back, 400 listed/)).toBeVisible();
  });

  it('sets the share held back', async () => {
    let sent: unknown;
    serve({ seesTeam: true, effect: { tooEarly: true, listed: 0, heldBack: 0 } });
    server.use(
      http.put(apiUrl('/api/call-list/settings'), async ({ request }) => {
        sent = await request.json();
        return success({ heldBackPercent: 0 });
      }),
    );
    await renderApp('/calls');
    const percent = await screen.findByLabelText('Held back at random (%)');
    await userEvent.clear(percent);
    await userEvent.type(percent, '0');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await expect.poll(() => sent).toEqual({ heldBackPercent: 0 });
  });

  it('selects a salesperson', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get(LIST, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('salesperson'));
        return success(list({ seesTeam: true }), meta);
      }),
    );
    await renderApp('/calls');
    await userEvent.selectOptions(await screen.findByLabelText('Salesperson'), 'rep@prairie.example');
    await expect.poll(() => asked).toEqual([null, 'rep@prairie.example']);
  });
});

describe('the page', () => {
  it('hides the form from users who may not record outcomes', async () => {
    serve();
    signInWith('customers.read');
    await renderApp('/calls');
    await screen.findByRole('article', { name: '1. Miller Farms' });
    expect(screen.queryByRole('button', { name: /^Record outcome/ })).toBeNull();
  });

  it('shows the server message and tries again', async () => {
    server.use(http.get(LIST, () => failure(503, 'The database is resting. Try again in a minute.')));
    await renderApp('/calls');
    expect(await screen.findByText('The database is resting. Try again in a minute.')).toBeVisible();
    serve();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('article', { name: '1. Miller Farms' })).toBeVisible();
  });
});

it('is replaced by the list of newer data without a click', async () => {
  let asked = 0;
  server.use(
    http.get(LIST, () => {
      asked += 1;
      return success(list(), { ...meta, isUpdating: asked === 1 });
    }),
  );
  await renderApp('/calls');
  const notice = /^New figures are being calculated/;
  expect(await screen.findByText(notice)).toBeVisible();
  await waitFor(() => expect(screen.queryByText(notice)).not.toBeInTheDocument(), { timeout: 15_000 });
});

it('has only the cards near the visible part in the document, however many pages are loaded', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300);
  const calls = (first: number) =>
    Array.from({ length: 120 }, (_, index) => ({
      ...call,
      rank: first + index,
      customerId: `C/${String(first + index)}`,
    }));
  server.use(
    http.get(LIST, ({ request }) =>
      success(
        new URL(request.url).searchParams.has('cursor')
          ? list({ items: calls(121), total: 240 })
          : list({ items: calls(1), total: 240, nextCursor: 'next' }),
        meta,
      ),
    ),
  );
  const { user } = await renderApp('/calls');
  expect(await screen.findByRole('article', { name: '1. Miller Farms' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more growers' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more growers' })).toBeNull());
  expect(screen.getAllByRole('article').length).toBeLessThan(30);
});
