/** The location mapping on the dashboard: sales that don't count, and where they count instead. */
import type { Schemas } from '@sprout/client';
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, meta, recommendations, server, success } from '@/test/server';

// Each test renders the whole dashboard, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const LOCATIONS = apiUrl('/api/purchasing/locations');
const mapping: Schemas['LocationMapping'] = {
  items: [{ location: 'hq', stockLocation: 'HQ' }],
  stockLocations: ['Ames', 'HQ'],
  unmatched: [{ location: 'Texas', lines: 1_101 }],
  updatedBy: 'Ada Larsen',
  updatedAt: '2026-06-14T12:00:00Z',
};

const texas = () => screen.findByRole('combobox', { name: 'Sales at Texas count at' });

describe('the location mapping', () => {
  it('is offered where sales do not count, and saved as a whole', async () => {
    const exclusions = [{ reason: 'location_without_stock' as const, count: 1_101 }];
    const sent: unknown[] = [];
    server.use(
      http.get(apiUrl('/api/purchasing/recommendations'), () =>
        success(recommendations, { ...meta, excluded: 1_101, exclusions }),
      ),
      http.get(LOCATIONS, () => success(mapping)),
      http.put(LOCATIONS, async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1
          ? failure(422, 'No stock row is at HQ.', 'invalid_values')
          : success({ ...mapping, unmatched: [], updatedAt: '2026-06-15T12:00:00Z' });
      }),
    );
    const { user } = await renderApp('/');
    const panel = await screen.findByRole('region', { name: 'Purchase Recommendations' });
    expect(panel).toHaveTextContent('1,101 sale lines don’t count');
    await user.click(within(panel).getByRole('link', { name: 'Map locations' }));
    expect(await texas()).toHaveAccessibleDescription('1,101 sale lines in the last 12 months.');
    await user.selectOptions(await texas(), 'Ames');
    await user.click(screen.getByRole('button', { name: 'Save locations' }));
    expect(await screen.findByText('No stock row is at HQ.')).toBeVisible();
    expect(await texas()).toHaveValue('Ames');
    await user.click(screen.getByRole('button', { name: 'Save locations' }));
    expect(await screen.findByText('Locations saved. They apply to the next recommendations.')).toBeVisible();
    const items = [
      { location: 'hq', stockLocation: 'HQ' },
      { location: 'Texas', stockLocation: 'Ames' },
    ];
    expect(sent).toEqual([{ items }, { items }]);
  });

  it('is only shown to who may not change it', async () => {
    server.use(
      http.get(apiUrl('/api/account'), () => success({ ...account, permissions: ['purchasing.read'] })),
      http.get(LOCATIONS, () => success(mapping)),
    );
    await renderApp('/?ordering=locations');
    const sheet = within(await screen.findByRole('dialog', { name: 'Locations' }));
    expect(await sheet.findByText('Texas')).toBeVisible();
    expect(sheet.getByText('Not counted')).toBeVisible();
    expect(sheet.getByText(/You don’t have permission to map locations/)).toBeVisible();
    expect(sheet.queryByRole('button', { name: 'Save locations' })).not.toBeInTheDocument();
  });

  it('says so if all sales are at locations with stock', async () => {
    server.use(http.get(LOCATIONS, () => success({ items: [], stockLocations: ['HQ'], unmatched: [] })));
    await renderApp('/?ordering=locations');
    expect(await screen.findByText('All sales are at locations with stock.')).toBeVisible();
  });
});
