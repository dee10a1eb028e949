/** Labels by the rules of a language. */
import { getLanguage } from './preferences';

/** The name of a language in that language: `Deutsch`. */
export function formatLanguageName(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** A label within a sentence: in lower case, except in German, whose nouns keep their capitals. */
export const putInSentence = (label: string): string =>
  getLanguage() === 'de' ? label : label.toLowerCase();
