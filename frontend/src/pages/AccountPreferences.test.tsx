/** User preferences: displayed, changed, and applied everywhere immediately. */
import { screen, within } from '@testing-library/react';
import { http } from 'msw';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { applyPreferences } from '@/lib/applyPreferences';
import { renderApp } from '@/test/renderApp';
import { account, apiUrl, failure, server, success } from '@/test/server';

const PREFERENCES = apiUrl('/api/account/preferences');
const metric = {
  language: 'auto',
  formats: 'de-DE',
  timeZone: 'America/Denver',
  units: 'metric',
  currencyStyle: 'code',
};

// Preload lazy parts, so that loading time does not affect these tests.
beforeAll(() => import('@/features/accounts/PreferencesPanel'), 60_000);
afterEach(() => applyPreferences());

describe('on Account Settings', () => {
  it('are chosen from lists, saved, and count at once', async () => {
    let body: unknown;
    server.use(
      http.patch(PREFERENCES, async ({ request }) => {
        body = await request.json();
        return success(metric);
      }),
    );
    const { user } = await renderApp('/account');
    const panel = await screen.findByRole('region', { name: 'Preferences' });
    const units = await within(panel).findByLabelText('Units');
    expect(within(panel).getByRole('status')).toHaveTextContent('1,234.5, $1,234.50, corn at 200 bu/ac.');
    await user.selectOptions(units, 'metric');
    await user.selectOptions(within(panel).getByLabelText('Dates and numbers'), 'de-DE');
    await user.selectOptions(within(panel).getByLabelText('Time zone'), 'America/Denver');
    await user.selectOptions(within(panel).getByLabelText('Currencies'), 'code');
    await user.click(within(panel).getByRole('button', { name: 'Save preferences' }));
    expect(await within(panel).findByText('Preferences saved.')).toBeVisible();
    expect(body).toEqual(metric);
    expect(panel).toHaveTextContent(/1\.234,5, 1\.234,50.USD, corn at 12,55 t\/ha\./);
  });

  it('stay as they were where the server refuses', async () => {
    server.use(http.patch(PREFERENCES, () => failure(409, 'The demo is open to everybody.')));
    const { user } = await renderApp('/account');
    const panel = await screen.findByRole('region', { name: 'Preferences' });
    await user.selectOptions(await within(panel).findByLabelText('Units'), 'metric');
    await user.click(within(panel).getByRole('button', { name: 'Save preferences' }));
    expect(await within(panel).findByRole('alert')).toHaveTextContent('The demo is open to everybody.');
    expect(panel).toHaveTextContent('200 bu/ac');
  });
});

describe('the language', () => {
  it('is chosen by its own name, and applies at once', async () => {
    server.use(http.patch(PREFERENCES, () => success({ ...metric, language: 'de', formats: 'auto' })));
    const { user } = await renderApp('/account');
    const panel = await screen.findByRole('region', { name: 'Preferences' });
    await user.selectOptions(await within(panel).findByLabelText('Language'), 'Deutsch');
    await user.click(within(panel).getByRole('button', { name: 'Save preferences' }));
    expect(await screen.findByRole('region', { name: 'Anzeige' })).toHaveTextContent('1.234,5');
    expect(document.documentElement.lang).toBe('de');
    applyPreferences();
    expect(await screen.findByRole('region', { name: 'Preferences' })).toBeVisible();
  });
});

describe('on the dashboard', () => {
  it('write yields in tonnes per hectare and amounts with a code', async () => {
    server.use(
      http.get(apiUrl('/api/account'), () =>
        success({ ...account, preferences: { ...metric, formats: 'en-US' } }),
      ),
    );
    await renderApp('/');
    // 200.5 x 56 lb x 0.45359237 kg / 1000 / 0.40468564224 ha
    expect(await screen.findByText('12.58 t/ha')).toBeVisible();
    expect(await screen.findByRole('region', { name: 'Total Spend' })).toHaveTextContent(/USD.1,234,567\.50/);
  });
});
