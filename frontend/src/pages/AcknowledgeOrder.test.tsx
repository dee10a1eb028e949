/** The page of a link to an order: the supplier confirms, changes or declines it without an account. */
import type { Schemas } from '@sprout/client';
import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, server, success } from '@/test/server';

const OPEN = apiUrl('/api/order-acknowledgments/open');
const ACKNOWLEDGE = apiUrl('/api/order-acknowledgments');
const ADDRESS = '/acknowledge#token=secret';

const order: Schemas['LinkedOrder'] = {
  organization: 'Prairie',
  orderNumber: '0190-draft',
  requestedOn: '2026-07-06',
  today: '2026-06-16',
  expiresAt: '2026-07-16T12:00:00Z',
  lines: [
    { position: 1, itemId: 'UREA', item: '<b>Urea</b>', location: 'Ames', quantity: 40, unit: 'ton' },
    { position: 2, itemId: 'MAP', item: 'MAP', location: 'Ames', quantity: 12.5, unit: 'ton' },
  ],
};

function answerWith(content: Schemas['LinkedOrder']) {
  const bodies: Schemas['OrderAcknowledgment'][] = [];
  server.use(
    http.post(OPEN, () => success(order)),
    http.post(ACKNOWLEDGE, async ({ request }) => {
      bodies.push((await request.json()) as Schemas['OrderAcknowledgment']);
      return success(content);
    }),
  );
  return bodies;
}

describe('the page of an order', () => {
  it('takes quantities, days and a note, without the app around it', async () => {
    const acknowledgedAt = '2026-06-16T12:00:00Z';
    const bodies = answerWith({ ...order, acknowledgedAt });
    const { user } = await renderApp(ADDRESS, { token: null });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Purchase order from Prairie' }),
    ).toBeVisible();
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('banner')).toBeNull();
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    const urea = screen.getByRole('group', { name: '<b>Urea</b> (UREA)' });
    expect(urea).toHaveTextContent('40 ton, deliver to Ames');
    const [quantity] = screen.getAllByLabelText('Confirmed quantity (ton)') as [HTMLInputElement];
    await user.clear(quantity);
    await user.type(quantity, '30');
    await user.type(screen.getByLabelText('Note'), 'The rest follows.');
    await user.click(screen.getByRole('button', { name: 'Confirm order' }));
    expect(await screen.findByText(/^Your answer was saved on/)).toBeVisible();
    expect(bodies).toEqual([
      {
        token: 'secret',
        lines: [
          { position: 1, quantity: 30, expectedOn: '2026-07-06' },
          { position: 2, quantity: 12.5, expectedOn: '2026-07-06' },
        ],
        note: 'The rest follows.',
      },
    ]);
    expect(screen.getByRole('button', { name: 'Save answer' })).toBeVisible();
  });

  it('declines only after a question', async () => {
    const bodies = answerWith(order);
    const { user } = await renderApp(ADDRESS, { token: null });
    await user.click(await screen.findByRole('button', { name: 'Decline order' }));
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    expect(bodies).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Decline order' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]?.lines).toEqual([
      { position: 1, quantity: 0 },
      { position: 2, quantity: 0 },
    ]);
    expect(await screen.findByRole('button', { name: 'Confirm order' })).toBeVisible();
  });

  it('says that a link no longer works, and can be loaded again after a failure', async () => {
    server.use(http.post(OPEN, () => failure(429, 'Too many requests. Try again in 2 seconds.')));
    const { user } = await renderApp(ADDRESS, { token: null });
    expect(await screen.findByText(/Too many requests/)).toBeVisible();
    server.use(http.post(OPEN, () => failure(404, 'Not found.', 'not_found')));
    await user.click(screen.getByRole('button', { name: /retry/i }));
    expect(await screen.findByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible();
  });

  it('says why an answer was not saved', async () => {
    answerWith(order);
    server.use(http.post(ACKNOWLEDGE, () => failure(500, 'The server failed.')));
    const { user } = await renderApp(ADDRESS, { token: null });
    await user.click(await screen.findByRole('button', { name: 'Confirm order' }));
    expect(await screen.findByText('The server failed.')).toBeVisible();
  });
});
