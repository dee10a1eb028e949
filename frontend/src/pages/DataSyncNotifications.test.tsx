/** Alerts on the Data Sync page: open problems, past alerts; loading, empty, failed and stale. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDeferred } from '@/test/deferred';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, notifications, server, success } from '@/test/server';

const NOTICES = apiUrl('/api/notifications');
const panel = async () => within(await screen.findByRole('region', { name: 'Alerts' }));

// Preload the lazy panel: loading it is not under test.
beforeAll(async () => {
  await import('@/features/notifications/NotificationsPanel');
});

describe('what it shows', () => {
  it('shows open problems before past alerts', async () => {
    await renderApp('/data-sync');
    const shown = await panel();
    const lists = await shown.findAllByRole('list');
    expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual(['Open problems', 'Past alerts']);
    const open = within(await shown.findByRole('list', { name: 'Open problems' })).getAllByRole('listitem');
    expect(open).toHaveLength(1);
    expect(open[0]).toHaveTextContent(/^OpenSupplier data failed to syncsince Jun 1[45], 2026,.*no column/);
    const pastAlerts = within(shown.getByRole('list', { name: 'Past alerts' })).getAllByRole('listitem');
    expect(pastAlerts.map((item) => item.querySelector('[data-tone]')?.getAttribute('data-tone'))).toEqual([
      'grey',
      'green',
    ]);
    expect(pastAlerts[1]).toHaveTextContent(/^RecoveredData Sync works again.*for 3 minutes\.$/);
    expect(shown.queryByText(/get a mail/)).not.toBeInTheDocument();
  });

  it('shows that there are no open problems, and that emails are sent', async () => {
    server.use(http.get(NOTICES, () => success({ openAlerts: [], items: [], emailEnabled: true })));
    await renderApp('/data-sync');
    const shown = await panel();
    expect(await shown.findByText('No open problems')).toBeVisible();
    expect(shown.getByText('No alerts yet. Failed syncs will show up here.')).toBeVisible();
    expect(shown.getByText(/Owners and admins also get an email\./)).toBeVisible();
  });

  it('brings older ones when asked', async () => {
    const older = {
      ...notifications,
      items: notifications.items.slice(1).map((item) => ({ ...item, id: '0100', title: 'An older one' })),
    };
    server.use(
      http.get(NOTICES, ({ request }) =>
        success(
          new URL(request.url).searchParams.get('cursor') === '0181'
            ? older
            : { ...notifications, nextCursor: '0181' },
        ),
      ),
    );
    const { user } = await renderApp('/data-sync');
    const shown = await panel();
    await user.click(await shown.findByRole('button', { name: 'Show older alerts' }));
    expect(await shown.findByText('An older one')).toBeVisible();
    expect(shown.getAllByText('Open')).toHaveLength(1);
    expect(shown.queryByRole('button', { name: 'Show older alerts' })).not.toBeInTheDocument();
  });
});

describe('when it is not there', () => {
  it('holds its place while it loads', async () => {
    const gate = createDeferred();
    server.use(
      http.get(NOTICES, async () => {
        await gate.promise;
        return success(notifications);
      }),
    );
    await renderApp('/data-sync');
    expect(await screen.findByRole('status', { name: 'The alerts are loading' })).toBeVisible();
    gate.resolve();
    expect(await (await panel()).findByText('Open')).toBeVisible();
  });

  it('says why, offers to ask again, and says how old is what it still shows', async () => {
    let broken = true;
    server.use(
      http.get(NOTICES, () => (broken ? failure(500, 'The database is away.') : success(notifications))),
    );
    const { user } = await renderApp('/data-sync');
    const shown = await panel();
    expect(await shown.findByText('The database is away.')).toBeVisible();
    expect(shown.queryByText('No open problems')).not.toBeInTheDocument();
    broken = false;
    await user.click(shown.getByRole('button', { name: 'Retry' }));
    expect(await shown.findByText('Open')).toBeVisible();
    expect(shown.queryByText('The database is away.')).not.toBeInTheDocument();
    broken = true;
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await shown.findByText(/^Last updated/)).toBeVisible();
    expect(shown.getByText('Open')).toBeVisible();
  });
});
