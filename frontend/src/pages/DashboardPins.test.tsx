/** The pinned views below the dashboard: figures, refusals and failures. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answer, customers, sales } from '@/features/metrics/explore.fixture';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, meta, server, success } from '@/test/server';

const view = (name: string, address: string) => ({
  id: `0199-${name}`,
  page: 'explore' as const,
  name,
  description: '',
  address,
  shared: true,
  own: false,
  default: false,
  pinned: true,
  updatedAt: '2026-06-14T00:00:00Z',
});

const region = (name: string) => screen.findByRole('region', { name });

describe('pinned views', () => {
  it('show their figures, or say why they do not', async () => {
    const items = [view('Revenue', 'data=sales&measures=revenue&by=customer'), view('Hidden', 'data=stock')];
    server.use(
      http.get(apiUrl('/api/views'), ({ request }) => {
        const asked = new URL(request.url).searchParams.get('pinned');
        return success({ items: asked === 'true' ? items : [] });
      }),
      http.get(apiUrl('/api/metrics/catalogue'), () => success({ datasets: [sales, customers] })),
      http.post(apiUrl('/api/metrics/query'), () => success(answer, meta)),
    );
    await renderApp('/');
    const revenue = within(await region('Revenue'));
    expect(await revenue.findByText('Jan 1, 2026 – Jun 14, 2026')).toBeVisible();
    expect(revenue.getByText('Never added up: one row for each currency.')).toBeVisible();
    expect(revenue.getByRole('link', { name: 'Open in Explore' })).toHaveAttribute(
      'href',
      '/explore?data=sales&measures=revenue&by=customer',
    );
    expect(within(await region('Hidden')).getByText(/^You don’t have permission/)).toBeVisible();
  });

  it('can be asked for again after a failure, and unpinned', async () => {
    let pinned = true;
    let works = false;
    server.use(
      http.get(apiUrl('/api/views'), () => success({ items: pinned ? [view('Revenue', 'data=sales')] : [] })),
      http.get(apiUrl('/api/metrics/catalogue'), () => success({ datasets: [sales] })),
      http.post(apiUrl('/api/metrics/query'), () =>
        works ? success(answer, meta) : failure(503, 'Busy. Try again in a moment.'),
      ),
      http.delete(apiUrl('/api/views/:id/pin'), () => {
        pinned = false;
        return success({ done: true });
      }),
    );
    const { user } = await renderApp('/');
    const revenue = within(await region('Revenue'));
    const retry = await revenue.findByRole('button', { name: 'Retry' });
    works = true;
    await user.click(retry);
    expect(await revenue.findByText('Jan 1, 2026 – Jun 14, 2026')).toBeVisible();
    await user.click(revenue.getByRole('button', { name: 'Unpin Revenue' }));
    await expect.poll(() => screen.queryByRole('region', { name: 'Revenue' })).toBeNull();
  });
});
