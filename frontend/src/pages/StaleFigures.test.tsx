/** Figures from old rows: every page says through which day it has data, and marks stale figures. */
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { customers } from '@/features/customers/answer.fixture';
import { marketAnswer } from '@/test/marketFixture';
import { apiUrl, meta, methods, server, success, summary } from '@/test/server';

vi.setConfig({ testTimeout: 60_000 });

const pages = [
  ['/', '/api/purchasing/summary', () => summary],
  ['/purchase-patterns', '/api/customer-segmentation', () => customers],
  ['/market-trends', '/api/market/overview', (url: string) => marketAnswer(url)],
  ['/methods', '/api/analytics/methods', () => methods],
  ['/ai-bot', '/api/ai-bot/suggestions', () => ({ suggestions: [] })],
] as const;

describe('the day of the newest row', () => {
  it.each(pages)('is on %s after a week, and marks its figures', async (address, path, body) => {
    server.use(
      http.get(apiUrl(path), ({ request }) =>
        success(body(request.url), { ...meta, dataThrough: '2026-05-01' }),
      ),
    );
    await renderApp(address);
    expect(await screen.findByText('Data through May 1, 2026, stale')).toBeVisible();
    expect(
      screen.getByText(/^Figures are stale: the newest data is from May 1, 2026, 44 days ago/),
    ).toBeVisible();
  });

  it('is named as the day of the figures if it is older than usual', async () => {
    const old = { ...meta, asOf: '2026-06-09', today: '2026-06-14', dataThrough: '2026-06-09' };
    server.use(http.get(apiUrl('/api/purchasing/summary'), () => success(summary, old)));
    await renderApp('/');
    expect(await screen.findByText('Data as of Jun 9, 2026')).toBeVisible();
    expect(
      screen.getByText(/^Figures are for Jun 9, 2026, the day of the newest data, 5 days ago/),
    ).toBeVisible();
  });

  it('is not shown up to a week', async () => {
    server.use(
      http.get(apiUrl('/api/purchasing/summary'), () =>
        success(summary, { ...meta, dataThrough: '2026-06-07' }),
      ),
    );
    await renderApp('/');
    expect(await screen.findByText(/^Data as of /)).toBeVisible();
    expect(screen.queryByText(/^Data through /)).not.toBeInTheDocument();
    expect(screen.queryByText(/^Figures are stale/)).not.toBeInTheDocument();
  });
});

describe('figures of newer data', () => {
  it('replace the previous ones without a click', async () => {
    let asked = 0;
    server.use(
      http.get(apiUrl('/api/customer-segmentation'), () => {
        asked += 1;
        return success(customers, { ...meta, isUpdating: asked === 1 });
      }),
    );
    await renderApp('/purchase-patterns');
    const notice = /^New figures are being calculated/;
    expect(await screen.findByText(notice)).toBeVisible();
    await waitFor(() => expect(screen.queryByText(notice)).not.toBeInTheDocument(), { timeout: 15_000 });
  });
});
