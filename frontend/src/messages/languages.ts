/** The languages other than English, each loaded on demand. */
import { getPreferences, setPreferences } from '@/lib/preferences';
import { setLanguage, type Lookup } from '@/lib/translate';

const LANGUAGES: Record<string, () => Promise<{ lookup: Lookup }>> = {
  de: () => import('./de'),
  es: () => import('./es'),
  fr: () => import('./fr'),
  pt: () => import('./pt'),
  'en-XA': () => import('./en-XA'),
};

/** Loads a language and renders the app again. An unknown name selects English. */
export async function loadLanguage(name: string): Promise<void> {
  const language = await LANGUAGES[name]?.();
  const applied = language ? name : 'en';
  setLanguage(applied, language?.lookup);
  document.documentElement.lang = applied;
  setPreferences({ ...getPreferences() });
}
