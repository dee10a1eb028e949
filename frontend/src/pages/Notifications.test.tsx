/** Alert rules: created from the explore page, previewed, muted and deleted. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, meta, server, success } from '@/test/server';

const RULES = apiUrl('/api/alert-rules');

const rule = {
  id: '0198c5a0-7d3e-7a44-9f10-3f2b6c1d8e02',
  name: 'Margin low',
  kind: 'margin_below',
  limit: 15,
  severity: 'warning',
  recipients: 'owner',
  channels: [],
  own: true,
  openAlerts: 1,
  alerts: [{ name: 'Seed', figure: 12.3, since: '2026-06-14T15:00:00Z' }],
};

beforeEach(() => {
  server.use(
    http.get(RULES, () => success({ items: [rule] })),
    http.get(apiUrl('/api/calendar-feed'), () => success({})),
    http.get(apiUrl('/api/report-schedules'), () => success({ items: [], emailEnabled: true })),
    http.get(apiUrl('/api/email-opt-outs'), () => success({ items: [] })),
    http.get(apiUrl('/api/notifications'), () =>
      success({
        openAlerts: [],
        emailEnabled: true,
        items: [
          {
            id: '0198c5a0-7d3e-7a44-9f10-3f2b6c1d8e03',
            topic: 'rule:1',
            kind: 'firing',
            title: 'Warning: Margin low',
            body: 'Gross margin is below 15. Seed: 12.3%.',
            createdAt: '2026-06-14T15:00:00Z',
            link: '/explore?measures=gross_margin_percent',
          },
        ],
      }),
    ),
  );
});

describe('the notifications page', () => {
  it('lists rules with open alerts, and links messages to the figures', async () => {
    await renderApp('/notifications');
    const list = within(await screen.findByRole('list', { name: 'Alert rules' }));
    expect(list.getByText('1 open')).toBeVisible();
    expect(list.getByText('Seed')).toBeVisible();
    const link = await screen.findByRole('link', { name: 'Open the figures' });
    expect(link).toHaveAttribute('href', '/explore?measures=gross_margin_percent');
  });

  it('previews and creates the rule of the explore page', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(`${RULES}/preview`, async ({ request }) => {
        sent.push(await request.json());
        const starts = [{ day: '2025-05-04', name: 'Ames' }];
        return success({ available: true, evaluations: 105, fired: 1, starts }, meta);
      }),
      http.post(RULES, async ({ request }) => {
        sent.push(await request.json());
        return success(rule);
      }),
    );
    const query = { dataset: 'sales', measures: ['revenue'], dimensions: ['location'] };
    await renderApp(`/notifications?rule=${encodeURIComponent(JSON.stringify(query))}`);
    const sheet = within(await screen.findByRole('dialog', { name: 'New rule' }));
    expect(sheet.getByText('Figure: revenue by location')).toBeVisible();
    await userEvent.type(sheet.getByLabelText('Name'), 'Revenue low');
    await userEvent.type(sheet.getByLabelText('Limit'), '500');
    await userEvent.click(sheet.getByRole('button', { name: 'Preview' }));
    expect(await sheet.findByText('Would have fired once in the last two years.')).toBeVisible();
    await userEvent.click(sheet.getByRole('button', { name: 'Save rule' }));
    const body = {
      name: 'Revenue low',
      kind: 'metric',
      query,
      condition: 'below',
      limit: 500,
      severity: 'warning',
      recipients: 'owner',
      channels: [],
    };
    await expect.poll(() => sent).toEqual([body, body]);
  });

  it('mutes and deletes a rule', async () => {
    const sent: unknown[] = [];
    server.use(
      http.put(`${RULES}/${rule.id}`, async ({ request }) => {
        sent.push(await request.json());
        return success(rule);
      }),
      http.delete(`${RULES}/${rule.id}`, () => {
        sent.push('deleted');
        return success({});
      }),
    );
    await renderApp('/notifications');
    await userEvent.click(await screen.findByRole('button', { name: 'Mute for a week' }));
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ name: 'Margin low', limit: 15 });
    expect(sent[0]).toHaveProperty('mutedUntil');
    await userEvent.click(screen.getByRole('button', { name: 'Delete rule' }));
    await expect.poll(() => sent).toContain('deleted');
  });
});
