/** Channels of Slack and Teams: added with a secret URL, tested, removed, and chosen in a rule. */
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, server, success } from '@/test/server';

const CHANNELS = apiUrl('/api/message-channels');
const URL = 'https://hooks.slack.com/services/T0/B0/secret';

const channel = {
  id: '0198c5a0-7d3e-7a44-9f10-3f2b6c1d8e07',
  name: 'Purchasing',
  kind: 'slack',
  urlHint: 'hooks.slack.com/…cret',
  state: 'enabled',
  isPending: false,
  lastSuccessAt: '2026-06-14T15:00:00Z',
  createdAt: '2026-06-14T15:00:00Z',
  createdBy: 'Ada Larsen',
};
const failing = {
  ...channel,
  id: '0198c5a0-7d3e-7a44-9f10-3f2b6c1d8e08',
  name: 'Sales',
  kind: 'teams',
  state: 'disabled',
  lastError: 'The endpoint responded with status 404.',
};

function signInWith(...permissions: string[]) {
  server.use(
    http.get(apiUrl('/api/account'), () =>
      success({ ...account, permissions: [...account.permissions, ...permissions] }),
    ),
  );
}

beforeEach(() => {
  server.use(
    http.get(CHANNELS, () => success({ items: [channel, failing], max: 20 })),
    http.get(apiUrl('/api/alert-rules'), () => success({ items: [] })),
    http.get(apiUrl('/api/calendar-feed'), () => success({})),
    http.get(apiUrl('/api/report-schedules'), () => success({ items: [], emailEnabled: true })),
    http.get(apiUrl('/api/email-opt-outs'), () => success({ items: [] })),
    http.get(apiUrl('/api/notifications'), () => success({ openAlerts: [], emailEnabled: true, items: [] })),
  );
});

const findList = async () => within(await screen.findByRole('list', { name: 'Channels' }));

describe('message channels', () => {
  it('show who added them and which one fails', async () => {
    signInWith('alerts.manage', 'webhooks.manage');
    await renderApp('/notifications');
    const list = await findList();
    expect(list.getByText('Slack, hooks.slack.com/…cret. Added by Ada Larsen.')).toBeVisible();
    expect(list.getByText('Disabled')).toBeVisible();
    const failure = 'The last message didn’t arrive. The endpoint responded with status 404.';
    expect(list.getByText(failure)).toBeVisible();
  });

  it('are added, tested and removed', async () => {
    signInWith('alerts.manage', 'webhooks.manage');
    const sent: unknown[] = [];
    server.use(
      http.post(CHANNELS, async ({ request }) => {
        sent.push(await request.json());
        return success(channel);
      }),
      http.post(`${CHANNELS}/${failing.id}/test`, () => {
        sent.push('tested');
        return success({});
      }),
      http.delete(`${CHANNELS}/${failing.id}`, () => {
        sent.push('removed');
        return success({});
      }),
    );
    await renderApp('/notifications');
    await findList();
    await userEvent.click(screen.getByRole('button', { name: 'Add channel' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Add channel' }));
    await userEvent.type(sheet.getByLabelText('Name'), ' Purchasing ');
    await userEvent.selectOptions(sheet.getByLabelText('Service'), 'Slack');
    await userEvent.type(sheet.getByLabelText('URL of the incoming webhook'), URL);
    await userEvent.click(sheet.getByRole('button', { name: 'Add channel' }));
    await expect.poll(() => sent).toEqual([{ name: 'Purchasing', kind: 'slack', url: URL }]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();

    const entry = within((await findList()).getAllByRole('listitem')[1] as HTMLElement);
    await userEvent.click(entry.getByRole('button', { name: 'Send test message' }));
    await expect.poll(() => sent).toContain('tested');
    await userEvent.click(entry.getByRole('button', { name: 'Remove channel' }));
    expect(sent).not.toContain('removed');
    await userEvent.click(entry.getByRole('button', { name: 'Confirm: remove Sales' }));
    await expect.poll(() => sent).toContain('removed');
  });

  it('are chosen in a rule by members, who cannot change them', async () => {
    signInWith('alerts.manage');
    const sent: unknown[] = [];
    server.use(
      http.post(apiUrl('/api/alert-rules'), async ({ request }) => {
        sent.push(await request.json());
        return success({});
      }),
    );
    await renderApp('/notifications');
    await findList();
    expect(screen.queryByRole('button', { name: 'Add channel' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove channel' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'New rule' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'New rule' }));
    await userEvent.type(sheet.getByLabelText('Name'), 'Margin');
    await userEvent.type(sheet.getByLabelText('Limit'), '15');
    await userEvent.click(await sheet.findByLabelText('Sales (Microsoft Teams)'));
    await userEvent.click(sheet.getByRole('button', { name: 'Save rule' }));
    await expect.poll(() => sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ name: 'Margin', channels: [failing.id] });
  });

  it('are not shown to people without alert rules', async () => {
    await renderApp('/notifications');
    await screen.findByText('No alert rules yet. Create one here, or with Alert me in Explore.');
    expect(screen.queryByRole('region', { name: 'Channels' })).toBeNull();
  });
});
