/** The page of a shared view: figures without the app, and links that do not work. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answer } from '@/features/metrics/explore.fixture';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, meta, server, success } from '@/test/server';

const OPEN = apiUrl('/api/shared-views/open');
const ADDRESS = '/shared#token=secret';
const content = {
  organization: 'Prairie',
  name: 'Revenue by customer',
  expiresAt: '2026-07-14T12:00:00Z',
  filters: [
    { dimension: 'item', label: 'Item', op: 'in', values: ['Urea', 'Corn'] },
    { dimension: 'unit_price', label: 'Unit price', op: '>=', values: [20] },
  ],
  answer: { ...answer, rowCount: 700 },
};

describe('a shared view', () => {
  it('shows its figures without the app around them', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post(OPEN, async ({ request }) => {
        bodies.push(await request.json());
        return success(content, { ...meta, dataThrough: '2026-06-12' });
      }),
    );
    await renderApp(ADDRESS, { token: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'Revenue by customer' })).toBeVisible();
    expect(screen.getByText(/^Shared by Prairie, figures as of .*2026/)).toBeVisible();
    const figures = within(screen.getByRole('region', { name: 'Figures' }));
    expect(await figures.findByRole('row', { name: /Hoffman Farms.*\$7,500\.50/ })).toBeVisible();
    expect(figures.getByText('$7,480.50')).toBeVisible();
    expect(figures.getByText('The first 2 of 700 rows.')).toBeVisible();
    expect(figures.getByText('Only rows with Item: Urea, Corn; Unit price >= 20.')).toBeVisible();
    expect(figures.getByText(/^Newest order line: .*2026/)).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    expect(figures.queryByRole('button', { name: /rows|Filter by/i })).toBeNull();
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    expect(bodies).toEqual([{ token: 'secret' }]);
  });

  it('warns about old rows', async () => {
    server.use(http.post(OPEN, () => success(content, { ...meta, dataThrough: '2026-05-01' })));
    await renderApp(ADDRESS, { token: null });
    expect(await screen.findByText('The newest data is from May 1, 2026, 44 days ago.')).toBeVisible();
  });

  it('says when there are no figures', async () => {
    const empty = { ...content, answer: { ...answer, rows: [], totals: [], rowCount: 0, notes: [] } };
    server.use(http.post(OPEN, () => success(empty, meta)));
    await renderApp(ADDRESS, { token: null });
    expect(await screen.findByText('There are no figures for this period.')).toBeVisible();
  });

  it('says that a link no longer works', async () => {
    server.use(http.post(OPEN, () => failure(404, 'Not found.', 'not_found')));
    await renderApp(ADDRESS, { token: null });
    expect(await screen.findByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible();
    expect(screen.getByText(/Ask the person who sent it/)).toBeVisible();
  });

  it('can be loaded again after a failure', async () => {
    server.use(http.post(OPEN, () => failure(429, 'Too many requests. Try again in 2 seconds.')));
    const { user } = await renderApp(ADDRESS, { token: null });
    expect(await screen.findByText(/Too many requests/)).toBeVisible();
    server.use(http.post(OPEN, () => success(content, meta)));
    await user.click(screen.getByRole('button', { name: /retry/i }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Revenue by customer' })).toBeVisible();
  });
});
