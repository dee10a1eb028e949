/** What to do today: unknown tasks are not taken for done. */
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, server } from '@/test/server';

it('says which tasks could not be checked', async () => {
  server.use(
    http.get(apiUrl('/api/purchasing/recommendations'), () => failure(503, 'The database is unavailable.')),
    http.post(apiUrl('/api/metrics/query'), () => failure(503, 'The database is unavailable.')),
  );
  renderApp('/');
  const reorders = await screen.findByText("Couldn't check what to reorder.");
  await waitFor(() => expect(reorders).toBeVisible(), { timeout: 15_000 });
  await waitFor(() => expect(screen.getByText("Couldn't check for late deliveries.")).toBeVisible());
});
