/** The explore page: question in the URL, chart and table, rows, files and explained changes. */
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { answer, rows } from '@/features/metrics/explore.fixture';
import { recordDownloads } from '@/test/recordDownloads';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, success } from '@/test/server';

const QUERY = apiUrl('/api/metrics/query');
const ROWS = apiUrl('/api/metrics/rows');

/** The bodies that the page sends to a path, the newest last. */
function recordBodies(url: string, data: unknown) {
  const bodies: unknown[] = [];
  server.use(
    http.post(url, async ({ request }) => {
      bodies.push(await request.json());
      return success(data as never);
    }),
  );
  return bodies;
}

const result = async () => within(await screen.findByRole('region', { name: 'Result' }));

describe('the question', () => {
  it('comes from the URL', async () => {
    const bodies = recordBodies(QUERY, answer);
    await renderApp('/explore?data=sales&measures=revenue&by=customer&period=last_year&filter=item~in~Urea');
    expect(await (await result()).findByText('$7,500.50')).toBeVisible();
    expect(bodies.at(-1)).toEqual({
      dataset: 'sales',
      measures: ['revenue'],
      dimensions: ['customer'],
      filters: [{ dimension: 'item', op: 'in', values: ['Urea'] }],
      period: { preset: 'last_year' },
      limit: 500,
    });
    expect(screen.getByText('Item: Urea')).toBeVisible();
  });

  it('selects rows as the URL says, until a part is removed', async () => {
    const bodies = recordBodies(QUERY, answer);
    const select = {
      having: [{ measure: 'revenue', op: '>', value: '5000.5' }],
      order: [{ by: 'revenue', direction: 'desc' }],
      topPer: { dimension: 'customer', limit: 3 },
      derive: ['share'],
      limit: 20,
    };
    const address = new URLSearchParams({ by: 'customer', select: JSON.stringify(select) });
    const { user } = await renderApp(`/explore?${address.toString()}`);
    await result();
    expect(bodies.at(-1)).toMatchObject(select);
    for (const [name, left] of [
      ['Revenue > 5,000.5', { order: select.order }],
      ['Revenue, largest first', { topPer: select.topPer }],
      ['Top 3 per Customer', { limit: 20 }],
      ['First 20 rows', { derive: ['share'], limit: 500 }],
      ['Share', { limit: 500 }],
    ] as const) {
      await user.click(screen.getByRole('button', { name: `Remove: ${name}` }));
      await waitFor(() => expect(bodies.at(-1)).toMatchObject(left));
    }
    expect(bodies.at(-1)).not.toHaveProperty('derive');
    expect(screen.queryByText('Rows and columns')).not.toBeInTheDocument();
  });

  it('changes with each choice', async () => {
    const bodies = recordBodies(QUERY, answer);
    const { user } = await renderApp('/explore?by=customer');
    await result();
    await user.click(screen.getByRole('button', { name: 'Orders' }));
    await user.selectOptions(screen.getByLabelText('Compared with'), 'previous_year');
    await user.click(await screen.findByRole('button', { name: 'Filter by Hoffman Farms' }));
    await waitFor(() =>
      expect(bodies.at(-1)).toMatchObject({
        measures: ['revenue', 'orders'],
        compare: 'previous_year',
        filters: [{ dimension: 'customer', op: 'in', values: ['Hoffman Farms'] }],
      }),
    );
  });

  it('gets filters by name', async () => {
    const bodies = recordBodies(QUERY, answer);
    const { user } = await renderApp('/explore?by=customer');
    await user.click(await screen.findByRole('button', { name: 'Add filter' }));
    const form = within(screen.getByRole('form', { name: 'Add filter' }));
    await user.selectOptions(form.getByLabelText('Filter by'), 'customer');
    await user.selectOptions(form.getByLabelText('Condition'), 'not_in');
    await user.type(form.getByLabelText('Values'), 'Hoffman Farms; Diaz');
    await user.click(form.getByRole('button', { name: 'Add filter' }));
    await waitFor(() =>
      expect(bodies.at(-1)).toMatchObject({
        filters: [{ dimension: 'customer', op: 'not_in', values: ['Hoffman Farms', 'Diaz'] }],
      }),
    );
  });

  it('that the server refuses shows its message', async () => {
    server.use(http.post(QUERY, () => failure(422, 'Sales has no dimension "x".', 'invalid_values')));
    await renderApp('/explore?by=x');
    expect(await screen.findByText('Sales has no dimension "x".')).toBeVisible();
  });
});

describe('the chart', () => {
  const byMonth = {
    ...answer,
    columns: [
      { id: 'customer', label: 'Customer', kind: 'text', role: 'dimension' },
      { id: 'month', label: 'Month', kind: 'date', role: 'dimension' },
      { id: 'revenue', label: 'Revenue', kind: 'money', unit: 'USD', role: 'measure' },
    ],
    rows: [
      ['Hoffman Farms', '2026-05-01', 7500.5],
      ['Hoffman Farms', '2026-06-01', 100],
      ['Diaz', '2026-06-01', -20],
    ],
    totals: [[null, null, 7580.5]],
    rowCount: 3,
    incomplete: ['2026-06-01'],
  };

  it('can be a heat map, whose cells open their rows', async () => {
    recordBodies(QUERY, byMonth);
    const sent = recordBodies(ROWS, rows);
    const { user } = await renderApp('/explore?by=customer,month');
    await user.click(await screen.findByRole('button', { name: 'Heat map' }));
    const map = within(screen.getByRole('table', { name: 'Revenue, by customer, month' }));
    expect(map.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      'Customer',
      'May 2026',
      'Jun 2026 (incomplete)',
    ]);
    const row = map.getByRole('row', { name: /^Diaz/ });
    expect(within(row).getAllByRole('cell')[0]).toBeEmptyDOMElement();
    await user.click(within(row).getByRole('cell', { name: '-20' }));
    expect(await screen.findByRole('dialog', { name: 'Rows: Diaz, Jun 2026' })).toBeVisible();
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        filters: [
          { dimension: 'customer', op: 'in', values: ['Diaz'] },
          { dimension: 'month', op: '=', values: ['2026-06-01'] },
        ],
      }),
    );
  });

  it('is a line where the URL asks for one that does not fit', async () => {
    recordBodies(QUERY, { ...byMonth, totals: [[], []] });
    await renderApp('/explore?by=customer,month&chart=heat');
    expect(await screen.findByRole('button', { name: 'Lines', pressed: true })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Heat map' })).toBeNull();
  });
});

describe('a figure', () => {
  it('opens to its rows, which can be saved', async () => {
    recordBodies(QUERY, answer);
    const { user } = await renderApp('/explore?by=customer');
    await user.click(await screen.findByRole('button', { name: 'Show rows of None' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Rows: None' }));
    expect(await sheet.findByText('s1')).toBeVisible();
    expect(sheet.getByText('1 row · Revenue: $7,500.50')).toBeVisible();
    const sent: unknown[] = [];
    const saved = recordDownloads();
    server.use(
      http.post(ROWS, async ({ request }) => {
        sent.push(request.headers.get('accept'), await request.json());
        return HttpResponse.text('transaction\r\ns1\r\n', { headers: { 'content-type': 'text/csv' } });
      }),
    );
    await user.click(sheet.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toEqual(['rows.csv']));
    expect(sent).toEqual([
      'text/csv',
      {
        dataset: 'sales',
        measures: ['revenue'],
        filters: [{ dimension: 'customer', op: 'is_empty' }],
        period: { preset: 'last_12_months' },
      },
    ]);
  });

  it('says why it changed', async () => {
    const { user } = await renderApp('/explore?by=customer&compare=previous_year');
    await user.click(await screen.findByRole('button', { name: 'Explain change' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Explain change' }));
    expect(await sheet.findByText('Revenue: +$480.50, from $7,000.00 to $7,480.50')).toBeVisible();
    const members = within(await sheet.findByRole('table', { name: 'By customer' }));
    expect(members.getByRole('row', { name: /Hoffman Farms.*\+\$600\.50/ })).toBeVisible();
    expect(members.getByRole('row', { name: /3 others.*-\$120\.00/ })).toBeVisible();
  });
});

describe('saved views', () => {
  const view = {
    id: '0199-view',
    page: 'explore' as const,
    name: 'Weekly',
    description: '',
    address: 'data=sales&measures=orders&by=customer&period=last_month',
    query: { dataset: 'sales', measures: ['orders'] },
    shared: true,
    own: true,
    default: true,
    pinned: false,
    updatedAt: '2026-06-14T00:00:00Z',
  };

  it('are pinned to the dashboard and unpinned', async () => {
    let pinned = false;
    server.use(
      http.get(apiUrl('/api/views'), () => success({ items: [{ ...view, pinned }] })),
      http.put(apiUrl('/api/views/:id/pin'), ({ params }) => {
        pinned = params.id === view.id;
        return success({ ...view, pinned });
      }),
      http.delete(apiUrl('/api/views/:id/pin'), () => failure(409, 'Not now.', 'conflict')),
    );
    const { user } = await renderApp('/explore');
    await user.click(await screen.findByRole('button', { name: 'Pin to dashboard' }));
    await user.click(await screen.findByRole('button', { name: 'Unpin from dashboard' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
    expect(pinned).toBe(true);
  });

  it('start the page and open by name', async () => {
    server.use(http.get(apiUrl('/api/views'), () => success({ items: [view] })));
    const bodies = recordBodies(QUERY, answer);
    await renderApp('/explore');
    await waitFor(() =>
      expect(bodies.at(-1)).toMatchObject({ measures: ['orders'], period: { preset: 'last_month' } }),
    );
    expect(screen.getByLabelText('Saved views')).toHaveDisplayValue('Weekly (shared)');
  });

  it('hold the question with a name', async () => {
    const bodies = recordBodies(apiUrl('/api/views'), view);
    const { user } = await renderApp('/explore?by=customer');
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Save view' }));
    await user.type(sheet.getByLabelText('Name'), 'Customers');
    await user.selectOptions(sheet.getByLabelText('Visibility'), 'Everyone in the organization');
    await user.click(sheet.getByRole('button', { name: 'Save view' }));
    await waitFor(() =>
      expect(bodies).toEqual([
        {
          page: 'explore',
          name: 'Customers',
          description: '',
          address: 'data=sales&measures=revenue&by=customer&period=last_12_months',
          query: expect.objectContaining({ measures: ['revenue'], dimensions: ['customer'] }) as object,
          shared: true,
          default: false,
        },
      ]),
    );
  });

  it('are replaced by what the page shows now', async () => {
    server.use(http.get(apiUrl('/api/views'), () => success({ items: [view] })));
    const replaced: unknown[] = [];
    server.use(
      http.put(apiUrl('/api/views/:id'), async ({ params, request }) => {
        replaced.push(params.id, await request.json());
        return success(view);
      }),
    );
    const { user } = await renderApp('/explore?by=customer');
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Save view' }));
    await user.selectOptions(await sheet.findByLabelText('Save as'), 'Weekly');
    expect(sheet.getByLabelText('Name')).toHaveValue('Weekly');
    expect(sheet.getByLabelText('Visibility')).toHaveDisplayValue('Everyone in the organization');
    await user.click(sheet.getByRole('button', { name: 'Save view' }));
    await waitFor(() =>
      expect(replaced).toEqual([
        view.id,
        expect.objectContaining({
          name: 'Weekly',
          address: 'data=sales&measures=revenue&by=customer&period=last_12_months',
          shared: true,
          default: true,
        }),
      ]),
    );
  });

  it('are scheduled as reports that follow them', async () => {
    server.use(http.get(apiUrl('/api/views'), () => success({ items: [view] })));
    await renderApp('/explore');
    const link = await screen.findByRole('link', { name: 'Schedule' });
    await waitFor(() =>
      expect(new URL((link as HTMLAnchorElement).href).searchParams.get('schedule')).toBe(
        JSON.stringify({ kind: 'metric', viewId: view.id, name: 'Weekly' }),
      ),
    );
  });

  it('offer no sharing to people without the permission', async () => {
    server.use(http.get(apiUrl('/api/views'), () => success({ items: [view] })));
    await renderApp('/explore');
    expect(await screen.findByRole('button', { name: 'Delete view' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });

  describe('shared by link', () => {
    const link = {
      id: '0199-link',
      viewId: view.id,
      name: 'Weekly',
      createdAt: '2026-06-14T00:00:00Z',
      createdBy: 'Ada Larsen',
      expiresAt: '2026-07-14T12:00:00Z',
      uses: 3,
      lastUsedAt: '2026-06-15T12:00:00Z',
    };

    async function openSheet(items: readonly object[]) {
      const permissions = [...account.permissions, 'views.share' as const];
      server.use(
        http.get(apiUrl('/api/account'), () => success({ ...account, permissions })),
        http.get(apiUrl('/api/views'), () => success({ items: [view] })),
        http.get(apiUrl('/api/shared-views'), () => success({ items: [...items] } as never)),
      );
      const { user } = await renderApp('/explore');
      await user.click(await screen.findByRole('button', { name: 'Share' }));
      const sheet = within(await screen.findByRole('dialog', { name: 'Share outside the organization' }));
      return { user, sheet };
    }

    it('sends the question of the view and shows the link once', async () => {
      const url = 'http://sprout.test/shared#token=secret';
      const { user, sheet } = await openSheet([]);
      expect(await sheet.findByText(/^No links yet/)).toBeVisible();
      const bodies = recordBodies(apiUrl('/api/shared-views'), { link, url });
      await user.selectOptions(sheet.getByLabelText('Expires'), 'In 90 days');
      await user.click(sheet.getByRole('button', { name: 'Create link' }));
      expect(await sheet.findByRole('textbox', { name: 'Link' })).toHaveTextContent(url);
      expect(bodies).toEqual([
        {
          viewId: view.id,
          query: {
            dataset: 'sales',
            measures: ['orders'],
            dimensions: ['customer'],
            period: { preset: 'last_month' },
            limit: 500,
          },
          days: 90,
        },
      ]);
      await user.click(sheet.getByRole('button', { name: 'Done' }));
      expect(sheet.queryByText(url)).toBeNull();
    });

    it('lists uses, and revokes', async () => {
      const { user, sheet } = await openSheet([link]);
      expect(await sheet.findByText(/^3 uses, last /)).toBeVisible();
      const revoked: unknown[] = [];
      server.use(
        http.delete(apiUrl('/api/shared-views/:id'), ({ params }) => {
          revoked.push(params.id);
          return success({ done: true });
        }),
        http.get(apiUrl('/api/shared-views'), () => success({ items: [] })),
      );
      await user.click(sheet.getByRole('button', { name: 'Revoke link to Weekly' }));
      expect(await sheet.findByText('The link no longer works.')).toBeVisible();
      expect(await sheet.findByText(/^No links yet/)).toBeVisible();
      expect(revoked).toEqual([link.id]);
    });

    it('says why a link was not created', async () => {
      const { user, sheet } = await openSheet([]);
      server.use(
        http.post(apiUrl('/api/shared-views'), () =>
          failure(409, 'The organization has 100 links. Revoke one first.', 'too_many_shared_views'),
        ),
      );
      await user.click(sheet.getByRole('button', { name: 'Create link' }));
      expect(await sheet.findByText('The organization has 100 links. Revoke one first.')).toBeVisible();
    });
  });
});
