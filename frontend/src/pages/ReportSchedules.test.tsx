/** Scheduled reports on the notifications page: created from Explore, sent, paused, and their history. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, members, server, success } from '@/test/server';

const SCHEDULES = apiUrl('/api/report-schedules');

const schedule = {
  id: '0198c5a0-7d3e-7a44-9f10-3f2b6c1d8e02',
  name: 'Calls',
  kind: 'call_list',
  cadence: 'weekly',
  weekday: 1,
  time: '07:30',
  attachment: 'xlsx',
  recipients: [
    { id: 'a', name: 'Ada', unsubscribed: false, nextAt: '2026-06-22T07:30:00Z' },
    { id: 'b', name: 'Ben', unsubscribed: true },
  ],
  paused: false,
  own: true,
};

const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  const record = async ({ request }: { request: Request }) => {
    sent.push(await request.json());
    return success(schedule);
  };
  server.use(
    http.get(SCHEDULES, () => success({ items: [schedule], emailEnabled: true })),
    http.post(SCHEDULES, record),
    http.put(`${SCHEDULES}/:id`, record),
    http.post(`${SCHEDULES}/:id/run`, () => success({ done: true })),
    http.get(`${SCHEDULES}/:id/deliveries`, () =>
      success({
        items: [
          {
            id: '1',
            recipient: 'Ada',
            state: 'failed',
            reason: 'The recipient lacks the permission sales.read.',
            attempts: 1,
            createdAt: '2026-06-14T15:00:00Z',
          },
        ],
      }),
    ),
    http.get(apiUrl('/api/members'), () => success(members)),
    http.get(apiUrl('/api/alert-rules'), () => success({ items: [] })),
    http.get(apiUrl('/api/calendar-feed'), () => success({})),
    http.get(apiUrl('/api/email-opt-outs'), () => success({ items: [] })),
    http.get(apiUrl('/api/notifications'), () => success({ openAlerts: [], emailEnabled: true, items: [] })),
  );
});

describe('the scheduled reports', () => {
  it('say when and to whom they are sent, and what was sent', async () => {
    const { user } = await renderApp('/notifications');
    const list = within(await screen.findByRole('list', { name: 'Scheduled reports' }));
    expect(list.getByText('Every Monday at 07:30')).toBeVisible();
    expect(list.getByText('Ada, Ben (unsubscribed)')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Send now' }));
    expect(await list.findByText('The emails are sent within a minute.')).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Pause' }));
    await expect
      .poll(() => sent)
      .toEqual([
        {
          name: 'Calls',
          kind: 'call_list',
          cadence: 'weekly',
          weekday: 1,
          time: '07:30',
          attachment: 'xlsx',
          recipients: ['a', 'b'],
          paused: true,
        },
      ]);
    await user.click(list.getByRole('button', { name: 'History' }));
    expect(await screen.findByText('The recipient lacks the permission sales.read.')).toBeVisible();
  });

  it('take the page of a record, and pages by name', async () => {
    const query = {
      record: { kind: 'customer', id: 'C-7' },
      sections: [{ title: 'Revenue', query: { dataset: 'sales', measures: ['revenue'] } }],
    };
    const draft = encodeURIComponent(JSON.stringify({ kind: 'metric_sections', name: 'Burr Oak', query }));
    const { user } = await renderApp(`/notifications?schedule=${draft}`);
    const sheet = within(await screen.findByRole('dialog', { name: 'New report' }));
    expect(sheet.getByText('The page of C-7')).toBeVisible();
    const [first] = members.items;
    await user.click(await sheet.findByLabelText(first?.name ?? ''));
    await user.click(sheet.getByRole('button', { name: 'Save report' }));
    await expect.poll(() => sent).toMatchObject([{ name: 'Burr Oak', kind: 'metric_sections', query }]);
    expect(
      within(await screen.findByRole('list', { name: 'Scheduled reports' })).getByText('Calls'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New report' }));
    const next = within(await screen.findByRole('dialog', { name: 'New report' }));
    const choices = within(next.getByLabelText('Shows')).getAllByRole('option');
    expect(choices.map((choice) => choice.textContent)).toEqual([
      'Dashboard',
      'Purchase recommendations',
      'Season position',
      'Customers and their purchase patterns',
      'Supply Analysis',
      'Call list of the recipient',
    ]);
  });

  it('take the figures of the explore page', async () => {
    const query = { dataset: 'sales', measures: ['revenue'], dimensions: ['location'] };
    const draft = encodeURIComponent(JSON.stringify({ kind: 'metric', query }));
    const { user } = await renderApp(`/notifications?schedule=${draft}`);
    const sheet = within(await screen.findByRole('dialog', { name: 'New report' }));
    expect(sheet.getByText('The figures of Explore: revenue, location')).toBeVisible();
    await user.type(sheet.getByLabelText('Name'), 'Revenue');
    await user.selectOptions(sheet.getByLabelText('How often'), 'monthly');
    await user.selectOptions(sheet.getByLabelText('Day of the month'), '15');
    expect(sheet.getByLabelText('Attached files')).toHaveValue('both');
    await user.selectOptions(sheet.getByLabelText('Attached files'), 'pdf');
    await user.click(sheet.getByRole('button', { name: 'Save report' }));
    expect(await sheet.findByText('Choose at least one recipient.')).toBeVisible();
    const [first] = members.items;
    await user.click(await sheet.findByLabelText(first?.name ?? ''));
    await user.click(sheet.getByRole('button', { name: 'Save report' }));
    await expect
      .poll(() => sent)
      .toEqual([
        {
          name: 'Revenue',
          kind: 'metric',
          query,
          cadence: 'monthly',
          monthDay: 15,
          time: '07:30',
          attachment: 'pdf',
          recipients: [first?.id],
          paused: false,
        },
      ]);
  });

  it('follow a saved view of the stock page', async () => {
    const draft = encodeURIComponent(JSON.stringify({ kind: 'stock_position', viewId: 'v1', name: 'Short' }));
    const { user } = await renderApp(`/notifications?schedule=${draft}`);
    const sheet = within(await screen.findByRole('dialog', { name: 'New report' }));
    expect(sheet.getByText('The report follows the saved view.')).toBeVisible();
    expect(sheet.getByLabelText('Name')).toHaveValue('Short');
    const [first] = members.items;
    await user.click(await sheet.findByLabelText(first?.name ?? ''));
    await user.click(sheet.getByRole('button', { name: 'Save report' }));
    await expect
      .poll(() => sent)
      .toEqual([expect.objectContaining({ name: 'Short', kind: 'stock_position', viewId: 'v1' })]);
    expect(sent[0]).not.toHaveProperty('query');
  });

  it('ignore an address that is no report', async () => {
    await renderApp('/notifications?schedule=%7B%22kind%22%3A%22other%22%7D');
    expect(await screen.findByRole('list', { name: 'Scheduled reports' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('show the email before it is saved, without recipients', async () => {
    const previewed: unknown[] = [];
    server.use(
      http.post(`${SCHEDULES}/preview`, async ({ request }) => {
        previewed.push(await request.json());
        return success({
          subject: 'Prairie: Calls, 16 June 2026',
          parts: [
            { kind: 'heading', text: 'Calls' },
            { kind: 'image', url: 'data:image/png;base64,', description: 'Chart of margins' },
            {
              kind: 'table',
              columns: [
                { label: 'Grower', numeric: false },
                { label: 'Margin (USD)', numeric: true },
              ],
              rows: [['Ames Farms', '1,200']],
            },
            { kind: 'paragraph', text: '1 row.' },
            { kind: 'signature', text: 'You get this report because it is scheduled for you.' },
          ],
          attachments: ['Calls 2026-06-16.xlsx'],
        });
      }),
    );
    const { user } = await renderApp('/notifications');
    await user.click(await screen.findByRole('button', { name: 'New report' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'New report' }));
    await user.type(sheet.getByLabelText('Name'), 'Calls');
    await user.selectOptions(sheet.getByLabelText('Shows'), 'Call list of the recipient');
    await user.click(sheet.getByRole('button', { name: 'Preview' }));
    const email = within(await sheet.findByRole('region', { name: 'Email preview' }));
    expect(email.getByText('Subject: Prairie: Calls, 16 June 2026')).toBeVisible();
    expect(email.getByRole('heading', { name: 'Calls' })).toBeVisible();
    expect(email.getByRole('img', { name: 'Chart of margins' })).toBeVisible();
    expect(await email.findByRole('cell', { name: '1,200' })).toBeVisible();
    expect(email.getByText('Attached: Calls 2026-06-16.xlsx')).toBeVisible();
    expect(previewed).toEqual([{ name: 'Calls', kind: 'call_list', attachment: 'both' }]);
    expect(sent).toEqual([]);
  });

  it('say why there is no preview', async () => {
    server.use(
      http.post(`${SCHEDULES}/preview`, () =>
        failure(403, 'You lack the permission alerts.manage.', 'forbidden'),
      ),
    );
    const { user } = await renderApp('/notifications');
    await user.click(await screen.findByRole('button', { name: 'New report' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'New report' }));
    await user.click(sheet.getByRole('button', { name: 'Preview' }));
    expect(await sheet.findByText('You lack the permission alerts.manage.')).toBeVisible();
  });
});
