/** The schedule on the Data Sync page: display, editing, permissions and loading state. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { createDeferred } from '@/test/deferred';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, schedule, server, success } from '@/test/server';

const SCHEDULE = apiUrl('/api/data-sync/schedule');
const ACCOUNT = apiUrl('/api/account');
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const none = { enabled: false, timeZone: 'UTC', nextRuns: [] };

describe('what it shows', () => {
  it('says what is set and the next times in the time of the organization', async () => {
    await renderApp('/data-sync?tab=schedule');
    const panel = await region('Schedule');
    expect(await panel.findByText(/^Every day at 02:00, full sync/)).toBeVisible();
    const next = panel.getByRole('list', { name: 'Next runs' });
    expect(
      within(next)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Wed, Jun 17, 2026, 2:00 AM', 'Thu, Jun 18, 2026, 2:00 AM']);
    expect(panel.getByRole('switch', { name: 'Sync on a schedule' })).toBeChecked();
    expect(panel.getByRole('button', { name: 'Every day at 02:00' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('tells how the last run went and why one did not start', async () => {
    const error = 'Another sync was in progress.';
    const issue = { dueAt: '2026-06-16T07:00:00Z', error, errorCode: 'sync_in_progress' };
    const lastRun = {
      id: '0190-run',
      state: 'failed',
      startedAt: '2026-06-15T07:00:00Z',
      error: 'The folder is gone.',
    };
    server.use(http.get(SCHEDULE, () => success({ ...schedule, issue, lastRun })));
    await renderApp('/data-sync?tab=schedule');
    const panel = await region('Schedule');
    expect(
      await panel.findByText(/^The run of Jun 16, 2026,.* could not start\. Another sync/),
    ).toBeVisible();
    expect(panel.getByText(/^Last scheduled run:/)).toHaveTextContent('Failed. The folder is gone.');
  });

  it('says that none is set', async () => {
    server.use(http.get(SCHEDULE, () => success(none)));
    await renderApp('/data-sync?tab=schedule');
    const panel = await region('Schedule');
    expect(await panel.findByText(/No schedule is set/)).toBeVisible();
    expect(panel.getByRole('switch')).not.toBeChecked();
  });

  it('says why it did not load, and retries', async () => {
    server.use(http.get(SCHEDULE, () => failure(503, 'The database cannot be reached.')));
    const { user } = await renderApp('/data-sync?tab=schedule');
    const panel = await region('Schedule');
    expect(await panel.findByText('The database cannot be reached.')).toBeVisible();
    server.use(http.get(SCHEDULE, () => success(schedule)));
    await user.click(panel.getByRole('button', { name: /again|retry/i }));
    expect(await panel.findByText(/^Every day at 02:00, full sync/)).toBeVisible();
    expect(panel.queryByText('The database cannot be reached.')).not.toBeInTheDocument();
  });
});

describe('setting it', () => {
  it('saves the frequency and the mode', async () => {
    let body: unknown;
    server.use(
      http.get(SCHEDULE, () => success(none)),
      http.put(SCHEDULE, async ({ request }) => {
        body = await request.json();
        return success(schedule);
      }),
    );
    const { user } = await renderApp('/data-sync?tab=schedule');
    const panel = await region('Schedule');
    await user.click(await panel.findByRole('switch', { name: 'Sync on a schedule' }));
    await user.click(panel.getByRole('button', { name: 'Weekdays at 06:00' }));
    await user.click(panel.getByRole('button', { name: 'Incremental' }));
    expect(panel.getByText(/deletes nothing/)).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Save schedule' }));
    expect(await panel.findByText('Schedule saved.')).toBeVisible();
    expect(body).toEqual({ enabled: true, cron: '0 6 * * MON-FRI', mode: 'incremental' });
    expect(panel.getByRole('list', { name: 'Next runs' })).toBeVisible();
    // Edits are not saved yet.
    await user.click(panel.getByRole('switch'));
    expect(panel.queryByText(/^Schedule saved/)).not.toBeInTheDocument();
  });

  it('keeps a cron that the server refuses, with the error at the field', async () => {
    const message = 'The hour "25" (field 2 of 5) is not valid. Enter 0 to 23, such as 2 or 6-18.';
    server.use(
      http.put(SCHEDULE, () =>
        HttpResponse.json(
          {
            success: false,
            message,
            code: 'invalid_values',
            requestId: 'request-1',
            details: [{ path: 'cron', message }],
          },
          { status: 422 },
        ),
      ),
    );
    const { user } = await renderApp('/data-sync?tab=schedule');
    const panel = await region('Schedule');
    await user.click(await panel.findByRole('button', { name: 'Custom' }));
    const cron = panel.getByLabelText('Cron expression');
    expect(cron).toHaveValue('0 2 * * *');
    await user.clear(cron);
    await user.type(cron, '0 25 * * *');
    await user.click(panel.getByRole('button', { name: 'Save schedule' }));
    await waitFor(() => expect(cron).toHaveAccessibleDescription(message));
    expect(cron).toHaveValue('0 25 * * *');
  });
});

describe('who may set it', () => {
  it('shows it to others without the form', async () => {
    server.use(http.get(ACCOUNT, () => success({ ...account, permissions: ['sync.read'] })));
    await renderApp('/data-sync?tab=schedule');
    const panel = await region('Schedule');
    expect(await panel.findByText(/^Every day at 02:00/)).toBeVisible();
    expect(panel.getByText(/You don’t have permission to change the schedule/)).toBeVisible();
    expect(panel.queryByRole('switch')).not.toBeInTheDocument();
  });

  it.each([
    ['schedule', 'Schedule'],
    ['sources', 'Warehouse source'],
  ])('claims nothing about the role while it is asked for: %s', async (tab, name) => {
    const gate = createDeferred();
    server.use(
      http.get(ACCOUNT, async () => {
        await gate.promise;
        return success(account);
      }),
    );
    await renderApp(`/data-sync?tab=${tab}`);
    const panel = await region(name);
    expect(await panel.findByRole('status', { name: 'Your permissions are loading' })).toBeVisible();
    expect(panel.queryByText(/may not change/)).not.toBeInTheDocument();
    gate.resolve();
    const field = tab === 'schedule' ? panel.findByRole('switch') : panel.findByLabelText('Folder');
    expect(await field).toBeVisible();
  });

  it('says so where the role cannot be learned', async () => {
    server.use(http.get(ACCOUNT, () => failure(500, 'no account')));
    await renderApp('/data-sync?tab=sources');
    const panel = await region('Warehouse source');
    expect(await panel.findByText(/Couldn’t check your permissions/)).toBeVisible();
  });
});
