/** Weather settings: regions are added and removed, and a provider is set without showing its key. */
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, server, success } from '@/test/server';

const SETTINGS = apiUrl('/api/market/weather-settings');
const manager = {
  ...account,
  permissions: [...account.permissions, 'market.read', 'organization.manage'],
};
const bottoms = { name: 'River Bottoms', latitude: 41.8781, longitude: -93.0977 };
const empty = { regions: [], serverHasProvider: false, maxRegions: 8 };

/** Opens the settings with a server that stores what it is sent. */
async function openPanel(settings: object, saved: object = settings) {
  const sent: unknown[] = [];
  server.use(
    http.get(apiUrl('/api/account'), () => success(manager)),
    http.get(SETTINGS, () => success(settings as typeof empty)),
    http.put(SETTINGS, async ({ request }) => {
      sent.push(await request.json());
      return success({ ...saved, updatedBy: 'Ada Larsen', updatedAt: '2026-06-16T08:00:00Z' });
    }),
  );
  const { user } = await renderApp('/organization?tab=settings');
  const panel = within(await screen.findByRole('region', { name: 'Weather' }));
  await panel.findByRole('button', { name: 'Save weather settings' });
  return { user, panel, sent };
}

describe('weather settings', () => {
  it('add a region and say that there is no provider', async () => {
    const { user, panel, sent } = await openPanel(empty, { ...empty, regions: [bottoms] });
    expect(panel.getByText(/^This server has no weather provider\./)).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Add region' }));
    const region = within(panel.getByRole('group', { name: 'Region 1' }));
    await user.type(region.getByLabelText('Name'), ' River Bottoms ');
    await user.type(region.getByLabelText('Latitude'), '41.8781');
    await user.type(region.getByLabelText('Longitude'), '-93.0977');
    await user.click(panel.getByRole('button', { name: 'Save weather settings' }));
    expect(await panel.findByText('Weather settings saved.')).toBeVisible();
    expect(panel.getByText(/^Changed .* by Ada Larsen$/)).toBeVisible();
    expect(sent).toEqual([{ regions: [bottoms] }]);
  });

  it('remove a region and keep the others as they are', async () => {
    const regions = ['North', 'Middle', 'South'].map((name) => ({ ...bottoms, name }));
    const { user, panel, sent } = await openPanel({ ...empty, maxRegions: 3, regions });
    expect(panel.getByRole('button', { name: 'Add region' })).toBeDisabled();
    await user.click(panel.getByRole('button', { name: 'Remove region 2' }));
    expect(panel.getByRole('button', { name: 'Add region' })).toBeEnabled();
    await user.click(panel.getByRole('button', { name: 'Save weather settings' }));
    expect(await panel.findByText('Weather settings saved.')).toBeVisible();
    expect(sent).toEqual([{ regions: [regions[0], regions[2]] }]);
  });

  it('keep, replace or remove the key of a provider', async () => {
    const provider = { url: 'https://weather.example/v1/forecast', hasApiKey: true };
    const { user, panel, sent } = await openPanel({ ...empty, provider });
    const save = () => user.click(panel.getByRole('button', { name: 'Save weather settings' }));
    expect(panel.getByLabelText('API key')).toHaveValue('');
    expect(panel.getByText(/^A key is set\./)).toBeVisible();
    await save();
    await panel.findByText('Weather settings saved.');
    await user.type(panel.getByLabelText('API key'), 'k2');
    await save();
    await panel.findByText('Weather settings saved.');
    await user.clear(panel.getByLabelText('API key'));
    await user.click(panel.getByLabelText('Remove the API key'));
    await save();
    await panel.findByText('Weather settings saved.');
    const { url } = provider;
    expect(sent.slice(0, 3)).toEqual([
      { regions: [], provider: { url } },
      { regions: [], provider: { url, apiKey: 'k2' } },
      { regions: [], provider: { url, apiKey: '' } },
    ]);
    await user.click(panel.getByRole('switch', { name: 'Use your own weather provider' }));
    await save();
    await panel.findByText('Weather settings saved.');
    expect(sent.at(-1)).toEqual({ regions: [] });
  });

  it('show why a provider was not saved at its field', async () => {
    const { user, panel } = await openPanel({ ...empty, serverHasProvider: true });
    const message = 'The weather provider cannot be reached. Check the URL and the API key, then save again.';
    server.use(
      http.put(SETTINGS, () =>
        HttpResponse.json(
          {
            success: false,
            message,
            code: 'invalid_values',
            requestId: 'r',
            details: [{ path: 'provider.url', message }],
          },
          { status: 422 },
        ),
      ),
    );
    expect(panel.getByText(/comes from the provider of this server\.$/)).toBeVisible();
    await user.click(panel.getByRole('switch', { name: 'Use your own weather provider' }));
    await user.type(panel.getByLabelText('URL'), 'https://weather.example');
    await user.click(panel.getByRole('button', { name: 'Save weather settings' }));
    expect(await panel.findByText(message)).toBeVisible();
    expect(panel.getByLabelText('URL')).toHaveAccessibleDescription(message);
  });

  it('are not offered to those who cannot change them', async () => {
    await renderApp('/organization?tab=settings');
    expect(await screen.findByRole('region', { name: 'Settings' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Weather' })).not.toBeInTheDocument();
  });
});
