/** How texts are translated, and what a pseudo locale shows. */
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createTranslator, setLanguage } from '@/lib/translate';
import { renderApp } from '@/test/renderApp';
import { lookup, pseudoText } from './en-XA';

describe('t', () => {
  afterEach(() => setLanguage('en-US', undefined));

  const t = createTranslator('test', {
    greeting: 'Hello {name}',
    rows: { one: '1 row', other: '{rows} rows' },
  });

  it('fills placeholders', () => {
    expect(t('greeting', { name: 'Ada' })).toBe('Hello Ada');
  });

  it('selects the plural form', () => {
    expect(t('rows', { count: 1, rows: '1' })).toBe('1 row');
    expect(t('rows', { count: 0, rows: '0' })).toBe('0 rows');
  });

  it('prefers the text of the language', () => {
    setLanguage('de', (_, key) => (key === 'greeting' ? 'Hallo {name}' : undefined));
    expect(t('greeting', { name: 'Ada' })).toBe('Hallo Ada');
    expect(t('rows', { count: 2, rows: '2' })).toBe('2 rows');
  });
});

describe('the pseudo locale', () => {
  afterEach(() => setLanguage('en-US', undefined));

  it('keeps placeholders', () => {
    expect(pseudoText('Sign in, {name}')).toBe('[Sígñ íñ, {name}]');
  });

  it('renders a page', async () => {
    setLanguage('en-XA', lookup);
    await renderApp('/sign-in', { token: null });
    expect(await screen.findByRole('heading', { level: 1, name: pseudoText('Sign in') })).toBeVisible();
    expect(screen.getByRole('navigation', { name: pseudoText('Main') })).toBeVisible();
    expect(screen.getByLabelText(pseudoText('Email'))).toBeVisible();
  });
});
