/** Without the server, the app says so, and recovers by itself. */
import { act, screen, waitFor } from '@testing-library/react';
import { onlineManager } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { endStoredAnswers } from '@/api/storedAnswerTime';
import { customers } from '@/features/customers/answer.fixture';
import { apiUrl, meta, server, success } from '@/test/server';

const RECOVERED = { timeout: 15_000 };

afterEach(() => {
  onlineManager.setOnline(true);
  endStoredAnswers();
});

describe('the connection', () => {
  it('is watched, and a failed page loads without a click once the server is back', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(
      http.get(apiUrl('/api/customer-segmentation'), () => HttpResponse.error()),
      http.get(apiUrl('/health/ready'), () => HttpResponse.error()),
    );
    await renderApp('/purchase-patterns');
    expect(await screen.findByText('Couldn’t reach the server. Trying again.', {}, RECOVERED)).toBeVisible();
    server.resetHandlers();
    server.use(http.get(apiUrl('/api/customer-segmentation'), () => success(customers, meta)));
    expect(await screen.findByRole('region', { name: 'Customer Segmentation' }, RECOVERED)).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByText('Couldn’t reach the server. Trying again.')).not.toBeInTheDocument(),
    );
  }, 40_000);

  it('that is missing is named', async () => {
    await renderApp('/test');
    act(() => onlineManager.setOnline(false));
    expect(await screen.findByText('You are offline. Figures may be out of date.')).toBeVisible();
    act(() => onlineManager.setOnline(true));
    expect(screen.queryByText('You are offline. Figures may be out of date.')).not.toBeInTheDocument();
  });

  it('that is missing is named with the time of the figures of the page', async () => {
    server.use(http.get(apiUrl('/api/customer-segmentation'), () => success(customers, meta)));
    await renderApp('/purchase-patterns');
    expect(await screen.findByRole('region', { name: 'Customer Segmentation' })).toBeVisible();
    act(() => onlineManager.setOnline(false));
    expect(
      await screen.findByText(/^You are offline. Figures from .*[AP]M. Nothing can be changed.$/),
    ).toBeVisible();
  });

  it('is watched while answers are stored ones, and the server’s replace them when it is back', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const stored = (at: string) => ({ headers: { 'sprout-received-at': at } });
    server.use(
      http.get(apiUrl('/api/customer-segmentation'), () =>
        HttpResponse.json({ success: true, data: customers, meta }, stored('2026-06-13T12:40:00Z')),
      ),
      http.get(apiUrl('/api/customers'), () =>
        HttpResponse.json({ success: true, data: { items: [] }, meta }, stored('2026-06-14T12:40:00Z')),
      ),
      http.get(apiUrl('/health/ready'), () => HttpResponse.error()),
    );
    await renderApp('/purchase-patterns');
    expect(
      await screen.findByText(/^Couldn’t reach the server. Figures from Jun 13, 2026, .* Trying again.$/),
    ).toBeVisible();
    server.resetHandlers();
    server.use(http.get(apiUrl('/api/customer-segmentation'), () => success(customers, meta)));
    await waitFor(() => expect(screen.queryByText(/Figures from/)).not.toBeInTheDocument(), RECOVERED);
    expect(await screen.findByRole('region', { name: 'Customer Segmentation' })).toBeVisible();
  }, 40_000);
});
