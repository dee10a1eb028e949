/** The calendar URL on the notifications page: created, shown once, revoked. */
import { screen } from '@testing-library/react';
import { http } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, server, success } from '@/test/server';

const FEED = apiUrl('/api/calendar-feed');

it('shows a new calendar URL once, and revokes it', async () => {
  let feed: { createdAt?: string } = {};
  const url = 'https://sprout.example/api/calendar/SECRET.ics';
  server.use(
    http.get(FEED, () => success(feed)),
    http.post(FEED, () => {
      feed = { createdAt: '2026-06-14T15:00:00Z' };
      return success({ url, ...feed });
    }),
    http.delete(FEED, () => {
      feed = {};
      return success({ done: true });
    }),
    http.get(apiUrl('/api/report-schedules'), () => success({ items: [], emailEnabled: true })),
    http.get(apiUrl('/api/alert-rules'), () => success({ items: [] })),
    http.get(apiUrl('/api/email-opt-outs'), () => success({ items: [] })),
    http.get(apiUrl('/api/notifications'), () => success({ openAlerts: [], emailEnabled: true, items: [] })),
  );
  const { user } = await renderApp('/notifications');
  await user.click(await screen.findByRole('button', { name: 'Create calendar URL' }));
  expect(await screen.findByRole('textbox', { name: 'Calendar URL' })).toHaveTextContent(url);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(url)).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Revoke URL' }));
  expect(await screen.findByText('You have no calendar URL.')).toBeVisible();
});
