/** What the app renders again. */
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { usePageTitle } from '@/lib/usePageTitle';
import { renderApp } from '@/test/renderApp';

vi.mock('@/lib/usePageTitle', () => ({ usePageTitle: vi.fn() }));

it('does not render the page again when the palette opens and closes', async () => {
  const { user } = await renderApp('/test');
  await screen.findByRole('heading', { level: 1 });
  vi.mocked(usePageTitle).mockClear();
  await user.keyboard('{Control>}k{/Control}');
  expect(await screen.findByRole('combobox')).toBeVisible();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(vi.mocked(usePageTitle).mock.calls.map(([title]) => title)).not.toContain('System check');
});
