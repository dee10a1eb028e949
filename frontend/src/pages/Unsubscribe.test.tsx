/** Unsubscribing from emails by a link, and subscribing again. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, server, success } from '@/test/server';

const OPT_OUTS = apiUrl('/api/email-opt-outs');

describe('the link that ends an email subscription', () => {
  it('does so by a press, without sign-in', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(OPT_OUTS, async ({ request }) => {
        sent.push(await request.json());
        return success({ kind: 'alert_rule', organization: 'Prairie' });
      }),
    );
    const { user } = await renderApp('/unsubscribe#token=T', { token: null });
    const button = await screen.findByRole('button', { name: 'Unsubscribe' });
    expect(sent).toEqual([]);
    await user.click(button);
    expect(await screen.findByText('You get no more emails about this alert rule of Prairie.')).toBeVisible();
    expect(sent).toEqual([{ token: 'T' }]);
  });

  it('says what is wrong with a link', async () => {
    server.use(http.post(OPT_OUTS, () => failure(422, 'This link is incomplete.', 'invalid_link')));
    const { user } = await renderApp('/unsubscribe#token=T', { token: null });
    await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
    expect(await screen.findByText('This link is incomplete.')).toBeVisible();
    await renderApp('/unsubscribe', { token: null });
    expect(await screen.findByText('The link is incomplete. Open it from the email again.')).toBeVisible();
  });
});

describe('the notifications page', () => {
  it('lists the emails that are off, and turns them on again', async () => {
    let items = [
      { id: '1', kind: 'report', name: 'Weekly sales', createdAt: '2026-06-14T15:00:00Z' },
      { id: '2', kind: 'alert_rule', createdAt: '2026-06-13T15:00:00Z' },
    ];
    server.use(
      http.get(apiUrl('/api/alert-rules'), () => success({ items: [] })),
      http.get(apiUrl('/api/calendar-feed'), () => success({})),
      http.get(apiUrl('/api/report-schedules'), () => success({ items: [], emailEnabled: true })),
      http.get(apiUrl('/api/notifications'), () =>
        success({ openAlerts: [], emailEnabled: true, items: [] }),
      ),
      http.get(OPT_OUTS, () => success({ items })),
      http.delete(`${OPT_OUTS}/:id`, ({ params }) => {
        items = items.filter(({ id }) => id !== params.id);
        return success({ done: true });
      }),
    );
    const { user } = await renderApp('/notifications');
    const list = within(await screen.findByRole('list', { name: 'Emails turned off' }));
    expect(list.getByText('Alert rule (deleted)')).toBeVisible();
    const report = list.getByText('Report Weekly sales');
    const [first] = list.getAllByRole('button', { name: 'Subscribe again' });
    if (first) await user.click(first);
    await expect.poll(() => report.isConnected).toBe(false);
  });
});
