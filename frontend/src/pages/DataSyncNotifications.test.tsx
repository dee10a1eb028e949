/** Notices on the Data Sync page: open problems first, then what was told; loading, empty, failed and stale. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDeferred } from '@/test/deferred';
import { renderApp } from '@/test/renderApp';
import { apiUrl, failure, notifications, server, success } from '@/test/server';

const NOTICES = apiUrl('/api/notices');
const panel = async () => within(await screen.findByRole('region', { name: 'Notices' }));

// The panel comes when it is needed: loading it is not what is tested.
beforeAll(async () => {
  await import('@/features/notifications/NotificationsPanel');
});

describe('what it shows', () => {
  it('names what is wrong and since when, before what was told', async () => {
    await renderApp('/data-sync');
    const shown = await panel();
    const lists = await shown.findAllByRole('list');
    expect(lists.map((list) => list.getAttribute('aria-label'))).toEqual(['Open problems', 'Notices']);
    const open = within(await shown.findByRole('list', { name: 'Open problems' })).getAllByRole('listitem');
    expect(open).toHaveLength(1);
    expect(open[0]).toHaveTextContent(/^OpenSupplier data did not landsince Jun 1[45], 2026,.*no column/);
    const told = within(shown.getByRole('list', { name: 'Notices' })).getAllByRole('listitem');
    expect(told.map((item) => item.querySelector('[data-tone]')?.getAttribute('data-tone'))).toEqual([
      'grey',
      'green',
    ]);
    expect(told[1]).toHaveTextContent(/^RecoveredData Sync works again.*for 3 minutes\.$/);
    expect(shown.queryByText(/get a mail/)).not.toBeInTheDocument();
  });

  it('says so where nothing is wrong, and that mails are sent', async () => {
    server.use(http.get(NOTICES, () => success({ open: [], items: [], byMail: true })));
    await renderApp('/data-sync');
    const shown = await panel();
    expect(await shown.findByText('No open problems')).toBeVisible();
    expect(shown.getByText('Nothing was told yet. A sync that fails appears here.')).toBeVisible();
    expect(shown.getByText(/Owners and admins also get a mail\./)).toBeVisible();
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
    await user.click(await shown.findByRole('button', { name: 'Show older notices' }));
    expect(await shown.findByText('An older one')).toBeVisible();
    expect(shown.getAllByText('Open')).toHaveLength(1);
    expect(shown.queryByRole('button', { name: 'Show older notices' })).not.toBeInTheDocument();
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
    expect(await screen.findByRole('status', { name: 'The notices are loading' })).toBeVisible();
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
    expect(await shown.findByText(/^What follows was true at/)).toBeVisible();
    expect(shown.getByText('Open')).toBeVisible();
  });
});
