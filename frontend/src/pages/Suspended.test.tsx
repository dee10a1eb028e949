/**
 * Members of a suspended organization see the reason on every page, can leave, and continue once it is
 * reinstated.
 */
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, success } from '@/test/server';

const WHY = 'Paid again on Monday.';
const refusal = () => failure(403, `Prairie is suspended. ${WHY}`, 'organization_suspended');

function suspended() {
  server.use(
    http.get(apiUrl('/api/account'), () =>
      success({ ...account, permissions: [], suspension: { since: '2026-06-16T08:00:00Z', reason: WHY } }),
    ),
    http.get(apiUrl('/api/purchasing/*'), refusal),
    http.get(apiUrl('/api/analytics/*'), refusal),
    http.get(apiUrl('/api/members'), refusal),
  );
}

it.each(['/', '/organization'])('shows the reason and the ways out on %s', async (address) => {
  suspended();
  await renderApp(address);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Prairie Seed & Supply is suspended' }),
  ).toBeVisible();
  expect(screen.getByText('Paid again on Monday.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Switch to Prairie West' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeVisible();
  expect(localStorage.getItem('token')).toBe('token-1');
});

it('gives way to the page once the organization works again', async () => {
  suspended();
  const { cache } = await renderApp('/');
  await screen.findByText(WHY);
  server.resetHandlers();
  await cache.refetchQueries({ queryKey: ['/api/account'] });
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard'));
  expect(screen.queryByText(WHY)).toBeNull();
});
