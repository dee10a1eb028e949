/** Without the server, the app says so, and recovers by itself. */
import { act, screen, waitFor } from '@testing-library/react';
import { onlineManager } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { customers } from '@/features/customers/answer.fixture';
import { apiUrl, meta, server, success } from '@/test/server';

const RECOVERED = { timeout: 15_000 };

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
    expect(screen.getByText('You are offline. Figures may be out of date.')).toBeVisible();
    act(() => onlineManager.setOnline(true));
    expect(screen.queryByText('You are offline. Figures may be out of date.')).not.toBeInTheDocument();
  });
});
