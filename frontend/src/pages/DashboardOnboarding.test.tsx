/** The dashboard before the first recommendation. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import {
  account,
  apiUrl,
  members,
  meta,
  recommendations,
  server,
  status,
  success,
  summary,
} from '@/test/server';

const none = { ...recommendations, items: [] };

// Preload lazy parts, so that loading time does not affect these tests.
beforeAll(() => import('./GetStarted'), 60_000);

function empty(stockRows = 0, withoutReorderPoint = 0) {
  server.use(
    http.get(apiUrl('/api/purchasing/summary'), () => success(summary, { ...meta, n: 0 })),
    http.get(apiUrl('/api/purchasing/recommendations'), () =>
      success({ ...none, withoutReorderPoint }, { ...meta, n: stockRows }),
    ),
    http.get(apiUrl('/api/data-sync/source'), () => success({ kind: 'none' })),
    http.get(apiUrl('/api/data-sync/status'), () =>
      success({ isRunning: false, stats: status.stats, recentErrors: [], tables: [] }),
    ),
  );
}

describe('the first steps', () => {
  it('stand instead of the cards while nothing is there', async () => {
    empty();
    await renderApp('/');
    const panel = await screen.findByRole('region', { name: 'Get started' });
    expect(within(panel).getAllByRole('listitem')).toHaveLength(3);
    expect(within(panel).getByRole('link', { name: 'Connect your data' })).toHaveAttribute(
      'href',
      '/data-sync#source',
    );
    expect(screen.queryByText(/No purchases yet/)).not.toBeInTheDocument();
  });

  it('tell a viewer whom to ask', async () => {
    empty();
    server.use(
      http.get(apiUrl('/api/account'), () =>
        success({ ...account, permissions: ['sync.read', 'members.read'] }),
      ),
      http.get(apiUrl('/api/members'), () =>
        success({ items: members.items.map((each) => ({ ...each, isCurrentUser: !each.isCurrentUser })) }),
      ),
    );
    await renderApp('/');
    const panel = await screen.findByRole('region', { name: 'Get started' });
    expect(await within(panel).findByText(/Ask Ada Larsen\./)).toBeVisible();
    expect(within(panel).queryByRole('link')).not.toBeInTheDocument();
  });

  it('say that data are too thin', async () => {
    empty(3, 3);
    server.use(
      http.get(apiUrl('/api/data-sync/source'), () => success({ kind: 'files', path: 'depot' })),
      http.get(apiUrl('/api/data-sync/status'), () =>
        success({
          ...status,
          tables: [
            { sourceTable: 'inventory_data', targetTable: 'inventory', rows: 3, overdue: false, notes: [] },
          ],
        }),
      ),
    );
    await renderApp('/');
    expect(await screen.findByText(/not enough data for recommendations: 3 of 3 stock items/)).toBeVisible();
  });

  it('disappear once there is a recommendation', async () => {
    await renderApp('/');
    const panel = await screen.findByRole('region', { name: 'Purchase Recommendations' });
    expect(await within(panel).findByRole('button', { name: /^Why\?/ })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Get started' })).not.toBeInTheDocument();
  });

  it('are hidden from visitors', async () => {
    empty();
    await renderApp('/', { token: null });
    expect(await screen.findByText(/No purchases yet/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Get started' })).not.toBeInTheDocument();
  });
});
