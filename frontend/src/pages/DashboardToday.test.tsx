/** The lead of the dashboard: what needs doing today. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, meta, recommendations, server, status, success } from '@/test/server';

const today = async () => within(await screen.findByRole('region', { name: 'To do today' }));

it('names what to reorder, which deliveries are late, whom to call, and rejected rows', async () => {
  const customer = { customer: 'Burr Oak Farm', customerId: 'c1' };
  server.use(
    http.get(apiUrl('/api/customers'), () =>
      success({ items: [customer], total: 7, totalAverageSpend: 12_500 }, meta),
    ),
    http.get(apiUrl('/api/data-sync/status'), () =>
      success({
        ...status,
        tables: [{ sourceTable: 'sales_transactions', rejects: { rejected: 20, rows: 100, runId: 'run-1' } }],
      }),
    ),
  );
  await renderApp('/');
  const panel = await today();
  expect(await panel.findByRole('link', { name: 'Reorder 1 item' })).toHaveAttribute(
    'href',
    '/?ordering=accept',
  );
  expect(panel.getByText('$3,200.00')).toBeVisible();
  expect(panel.getByText(/1 of the most expensive runs out before an order arrives/)).toBeVisible();
  const late = await panel.findByRole('link', { name: '100 order lines are late' });
  expect(late).toHaveAttribute('href', '/suppliers/s1');
  expect(panel.getByText('Largest: Plains Chemical, $100.00.')).toBeVisible();
  expect(await panel.findByRole('link', { name: 'Call 7 customers whose orders are overdue' })).toBeVisible();
  expect(panel.getByText('$12,500.00')).toBeVisible();
  expect(panel.getByRole('link', { name: 'Burr Oak Farm' })).toHaveAttribute('href', '/customers/c1');
  expect(await panel.findByRole('link', { name: 'Review 20 rejected rows' })).toBeVisible();
});

it('pages recommendations by the server where there are more than one response holds', async () => {
  const asked: string[] = [];
  server.use(
    http.get(apiUrl('/api/purchasing/recommendations'), ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(String(searchParams));
      return success({ ...recommendations, total: 7242, totalCost: 9_999_999, nextCursor: '200' }, meta);
    }),
  );
  const { user } = await renderApp('/');
  const panel = within(await screen.findByRole('region', { name: 'Purchase Recommendations' }));
  expect(await panel.findByText('Showing 1 of 7,242 rows.')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Supplier' }));
  await user.click(await panel.findByRole('button', { name: 'Show 200 more' }));
  await user.type(panel.getByRole('searchbox', { name: 'Search items' }), 'x');
  await panel.findByText('Showing 1 of 7,242 rows.');
  expect(asked).toContain('sort=supplier&limit=200');
  expect(asked).toContain('sort=supplier&limit=200&cursor=200');
  expect(asked.some((query) => query.includes('q=x'))).toBe(true);
});

it('reserves the height that the tasks had on the last visit', async () => {
  const observers = new Map<Element, () => void>();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly changed: () => void) {}
      observe = (element: Element) => void observers.set(element, this.changed);
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(150);
  const space = async () => {
    const panel = await screen.findByRole('region', { name: 'To do today' });
    return { around: panel.parentElement, reserved: panel.parentElement?.parentElement };
  };
  await renderApp('/');
  const first = await space();
  expect(first.reserved).toHaveStyle({ minHeight: '260px' });
  if (first.around) observers.get(first.around)?.();
  await waitFor(() => expect(localStorage.getItem('sprout-height-today-wide')).toBe('150'));
  // What is on the screen does not move.
  expect(first.reserved).toHaveStyle({ minHeight: '260px' });
  cleanup();
  await renderApp('/');
  expect((await space()).reserved).toHaveStyle({ minHeight: '150px' });
});
