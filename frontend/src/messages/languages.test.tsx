/** Every language is complete, keeps the placeholders of English, and is loaded and formatted as chosen. */
import { SproutError, type FailureDetail } from '@sprout/client';
import { screen, waitFor } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { errorText, fieldError } from '@/api/errors';
import { applyPreferences } from '@/lib/applyPreferences';
import { formatDay, formatMoney, formatPercent, formatRelativeTime } from '@/lib/format';
import { MISSING_NAME, MISSING_TREND } from '@/lib/missingData';
import { DEFAULT_PREFERENCES, getLocale, setPreferences } from '@/lib/preferences';
import { createTranslator, explainDelivery, setLanguage, type Catalog } from '@/lib/translate';
import { renderApp } from '@/test/renderApp';
import { getChosenLanguage, loadLanguage } from './languages';

type Texts = Record<string, string[]>;

const FOLDER = import.meta.dirname;
const LANGUAGES = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'en')
  .map((entry) => entry.name);
const CATALOGS = readdirSync(`${FOLDER}/en`).map((file) => file.replace('.ts', ''));

/** The English catalogs by feature, as they are defined. */
const defined = vi.hoisted(() => new Map<string, Catalog>());
vi.mock('@/lib/translate', async (load) => {
  const translate = await load<typeof import('@/lib/translate')>();
  const createTranslator: typeof translate.createTranslator = (feature, english) => {
    if (!defined.has(feature)) defined.set(feature, english);
    return translate.createTranslator(feature, english);
  };
  return { ...translate, createTranslator };
});
// By another name, because the set-up of the tests has loaded some already.
await Promise.all(Object.values(import.meta.glob('./en/*.ts', { query: '?defined' })).map((load) => load()));
const translated: Record<string, Catalog | undefined> = import.meta.glob('./*/*.ts', {
  eager: true,
  import: 'messages',
});

/** The texts of a catalog by key: one, or two where the text has plural forms. */
function readTexts(language: string, catalog: string): Texts {
  const texts = language === 'en' ? defined.get(catalog) : translated[`./${language}/${catalog}.ts`];
  return Object.fromEntries(
    Object.entries(texts ?? {}).map(([key, text]) => [
      key,
      typeof text === 'string' ? [text] : [text.one, text.other],
    ]),
  );
}

const ENGLISH = new Map(CATALOGS.map((catalog) => [catalog, readTexts('en', catalog)]));

const findPlaceholders = (text = '') => [...new Set(text.match(/\{\w+\}/g))].sort();

/** Words of more than one letter, without placeholders. */
const countWords = (text: string) => text.replace(/\{\w+\}/g, '').match(/\p{L}{2,}/gu)?.length ?? 0;

/** Where zero takes the singular, that form has to show the number. */
const hasSingularZero = (language: string) => new Intl.PluralRules(language).select(0) === 'one';

/** The error codes that the API documents. */
const errorCodes = () => {
  const page = readFileSync(`${FOLDER}/../../../docs/api-conventions.md`, 'utf8');
  const section = page.split('## Error codes')[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code ?? '');
};

afterEach(async () => {
  vi.restoreAllMocks();
  setPreferences(DEFAULT_PREFERENCES);
  await loadLanguage('en');
});

describe.each(LANGUAGES)('the language %s', (language) => {
  it('has a file for each catalog', () => {
    const files = readdirSync(`${FOLDER}/${language}`);
    expect(files.sort()).toEqual(
      [
        ...CATALOGS,
        'delivery_errors',
        'errors',
        'index',
        'invalid_values',
        'sync_messages',
        'table_notes',
        'words',
      ]
        .map((name) => `${name}.ts`)
        .sort(),
    );
  });

  it.each(CATALOGS)('has each text of %s, in the order of English', (catalog) => {
    const english = ENGLISH.get(catalog) ?? {};
    const texts = readTexts(language, catalog);
    const name = `${language}/${catalog}`;
    const missing = Object.keys(english).filter((key) => !(key in texts));
    const superfluous = Object.keys(texts).filter((key) => !(key in english));
    expect({ name, missing, superfluous }).toEqual({ name, missing: [], superfluous: [] });
    expect(Object.keys(texts)).toEqual(Object.keys(english));
  });

  it.each(CATALOGS)('translates each text of %s and keeps its placeholders', (catalog) => {
    const wrong: string[] = [];
    const texts = readTexts(language, catalog);
    for (const [key, forms] of Object.entries(ENGLISH.get(catalog) ?? {})) {
      const translated = texts[key] ?? [];
      const whole = forms.at(-1) ?? '';
      if (translated.length !== forms.length) wrong.push(`${key}: plural forms`);
      if (translated.some((text) => text.trim() === '')) wrong.push(`${key}: empty`);
      if (countWords(whole) > 2 && translated.at(-1) === whole) wrong.push(`${key}: in English`);
      const expected = findPlaceholders(whole);
      if (findPlaceholders(translated.at(-1)).join() !== expected.join()) wrong.push(`${key}: placeholders`);
      if (forms.length === 2) {
        const singular = findPlaceholders(translated[0]);
        const ofEnglish = findPlaceholders(forms[0]);
        const saysOne = /\b(1|one)\b/.test(forms[0] ?? '');
        if (singular.some((placeholder) => !expected.includes(placeholder))) wrong.push(`${key}: singular`);
        if (!saysOne && ofEnglish.some((placeholder) => !singular.includes(placeholder)))
          wrong.push(`${key}: singular without its placeholders`);
        if (saysOne && hasSingularZero(language) && singular.join() !== expected.join())
          wrong.push(`${key}: zero would read as one`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('has a text for each error code', () => {
    const codes = errorCodes();
    expect(codes.length).toBeGreaterThan(100);
    const texts = readTexts(language, 'errors');
    expect({
      missing: codes.filter((code) => !(code in texts)),
      superfluous: Object.keys(texts).filter((code) => !codes.includes(code)),
    }).toEqual({ missing: [], superfluous: [] });
    const placeholders = Object.values(texts).flatMap(([text]) => findPlaceholders(text));
    expect(new Set(placeholders)).toEqual(new Set(['{detail}']));
  });

  it('has no limit in a text without it', () => {
    const wrong = Object.entries(readTexts(language, 'invalid_values')).filter(([key, [text]]) => {
      const allowed = /_(min|max)$/.exec(key)?.[1];
      const limits = findPlaceholders(text).filter((each) => each !== '{detail}');
      return allowed === undefined
        ? limits.length === 1 && !/^password_/.test(key)
        : limits.join() !== `{${allowed}}`;
    });
    expect(wrong).toEqual([]);
  });

  it('has the words of the server and of color schemes', () => {
    const words = readTexts(language, 'words');
    const names = ['rising', 'falling', 'stable', MISSING_NAME, 'light', 'dark', 'system'];
    expect(Object.keys(words)).toEqual(expect.arrayContaining(names));
    expect(words).toHaveProperty(MISSING_TREND);
  });

  it('renders a page', async () => {
    await loadLanguage(language);
    expect(document.documentElement.lang).toBe(language);
    await renderApp('/sign-in', { token: null });
    const [signIn = ''] = readTexts(language, 'sign_in').signIn ?? [];
    expect(await screen.findByRole('heading', { level: 1, name: signIn })).toBeVisible();
  });
});

describe('a language', () => {
  it.each([
    [['en-US', 'de'], 'en', 'en-US'],
    [['de-AT', 'en'], 'de', 'de-AT'],
    [['nl', 'fr-CA'], 'fr', 'fr-CA'],
    [['pt'], 'pt', 'pt'],
    [['es'], 'es', 'es-MX'],
    [['es-419'], 'es', 'es-419'],
    [['nl'], 'en', 'en'],
  ])('of a browser with %j is %s, with the formats of %s', async (tags, language, locale) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
    await loadLanguage();
    expect([document.documentElement.lang, getLocale()]).toEqual([language, locale]);
  });

  it('that was chosen precedes the browser’s, and so do formats', async () => {
    setPreferences({ ...DEFAULT_PREFERENCES, language: 'pt' });
    await loadLanguage();
    expect([getChosenLanguage(), getLocale()]).toEqual(['pt', 'pt']);
    setPreferences({ ...DEFAULT_PREFERENCES, language: 'pt', formats: 'en-GB' });
    expect([getChosenLanguage(), getLocale()]).toEqual(['pt', 'en-GB']);
  });

  it('is loaded when preferences change, and formats follow it', async () => {
    const t = createTranslator('shell', { retry: 'Retry' });
    applyPreferences({ ...DEFAULT_PREFERENCES, language: 'de' });
    await waitFor(() => expect(t('retry')).toBe('Erneut versuchen'));
    const now = new Date('2026-11-22T12:00:00Z');
    const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
    expect(plain(formatMoney(1234.5, 'EUR'))).toBe('1.234,50 €');
    expect(plain(formatPercent(12.5))).toBe('12,5 %');
    expect(formatDay('2026-11-22')).toBe('22.11.2026');
    expect(formatRelativeTime('2026-11-22T11:48:00Z', now)).toBe('vor 12 Minuten');
    applyPreferences();
    await waitFor(() => expect(t('retry')).toBe('Retry'));
  });

  it('shows server errors by their code, with the English details where the code says too little', async () => {
    await loadLanguage('es');
    const read = (code: string, message: string) =>
      errorText(new SproutError(message, 422, code, '', [], true), '').message;
    expect(read('wrong_password', 'x')).toBe('La contraseña es incorrecta.');
    expect(read('source_invalid', 'No $1 file.')).toBe('No se puede leer el origen. No $1 file.');
    expect(read('new_code', 'Something new.')).toBe('Something new.');
  });

  it('says why a message was not delivered', async () => {
    const refused = {
      lastError: 'Status 404.',
      lastErrorCode: 'error_status',
      lastErrorValue: '404 (no_service)',
    } as const;
    expect(explainDelivery(refused)).toBe('Status 404.');
    await loadLanguage('de');
    expect(explainDelivery(refused)).toBe('Der Empfänger hat mit Status 404 (no_service) geantwortet.');
    const unreachable = { lastError: 'Unreachable.', lastErrorCode: 'unreachable' } as const;
    expect(explainDelivery(unreachable)).toBe('Der Empfänger ist nicht erreichbar.');
    // Stored by a newer version.
    expect(explainDelivery({ lastError: 'Status 404.' })).toBe('Status 404.');
    expect(explainDelivery({})).toBe('');
  });

  it('says why a value was rejected, with its limits in the format of the reader', async () => {
    const details: FailureDetail[] = [
      { path: 'name', code: 'text_length', message: 'Enter 1 to 1200 characters.', min: '1', max: '1200' },
      { path: 'note', code: 'text_length', message: 'Enter at most 2000 characters.', max: '2000' },
      { path: 'limit', code: 'number_range', message: 'Send 0.0001 or more.', min: '0.0001' },
      { path: 'day', code: 'day_range', message: 'Enter today or a later day.', min: '2026-11-29' },
      { path: 'url', code: 'url', message: 'It must not be private.' },
    ];
    const failure = new SproutError('English.', 422, 'invalid_values', '', details, true);
    const read = () => details.map(({ path }) => fieldError(failure, path));
    expect(read()).toEqual(details.map(({ message }) => message));
    expect(fieldError(failure, 'other')).toBeUndefined();
    await loadLanguage('de');
    const german = [
      'Geben Sie 1 bis 1.200 Zeichen ohne Steuerzeichen ein.',
      'Geben Sie höchstens 2.000 Zeichen ohne Steuerzeichen ein.',
      'Geben Sie eine Zahl ab 0,0001 ein.',
      'Wählen Sie den 29.11.2026 oder einen späteren Tag.',
      'Dieser Server ruft diese URL nicht auf. It must not be private.',
    ];
    expect(read()).toEqual(german);
    expect(errorText(failure, '').message).toBe(`Einige Werte sind ungültig. ${german.join(' ')}`);
  });

  it('reads zero in the form of its language', () => {
    const t = createTranslator('test', { rows: { one: '1 row', other: '{rows} rows' } });
    const forms = { one: '{rows} ligne', other: '{rows} lignes' };
    setLanguage('fr', () => forms);
    expect(t('rows', { count: 0, rows: '0' })).toBe('0 ligne');
    expect(t('rows', { count: 1_000_000, rows: '1 000 000' })).toBe('1 000 000 lignes');
  });
});
