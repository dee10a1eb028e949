/** The languages other than English, each loaded on demand. */
import { getPreferences, setPreferences } from '@/lib/preferences';
import { setLanguage, type Lookup } from '@/lib/translate';
import { createExplanations } from './explanations';

const LANGUAGES: Record<string, () => Promise<{ lookup: Lookup }>> = {
  de: () => import('./de'),
  es: () => import('./es'),
  fr: () => import('./fr'),
  pt: () => import('./pt'),
  'en-XA': () => import('./en-XA'),
};

const findLanguage = (tags: readonly string[]): string =>
  tags.flatMap((tag) => [tag, tag.slice(0, 2)]).find((name) => name === 'en' || name in LANGUAGES) ?? 'en';

/** The first of the browser's languages that the app has, else English. */
export const getBrowserLanguage = (): string => findLanguage(navigator.languages);

/** The chosen language, else the browser's. */
export function getChosenLanguage(): string {
  const { language } = getPreferences();
  return language === 'auto' ? getBrowserLanguage() : findLanguage([language]);
}

/** Loads a language and renders the app again. */
export async function loadLanguage(name = getChosenLanguage()): Promise<void> {
  const language = await LANGUAGES[name]?.();
  setLanguage(name, language?.lookup, language && createExplanations(language.lookup));
  document.documentElement.lang = name;
  setPreferences({ ...getPreferences() });
}
