/**
 * The pseudo locale for tests: English with accents and brackets, so that untranslated and truncated texts
 * stand out.
 */
import type { Lookup, Message } from '@/lib/translate';

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  y: 'ý',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Û',
};

/** `[Sígñ íñ]` for `Sign in`. Placeholders are preserved. */
export function pseudoText(text: string): string {
  const accented = text
    .split(/(\{\w+\})/)
    .map((part, index) =>
      index % 2 ? part : part.replace(/[a-zA-Z]/g, (letter) => ACCENTS[letter] ?? letter),
    );
  return `[${accented.join('')}]`;
}

const pseudoMessage = (message: Message): Message =>
  typeof message === 'string'
    ? pseudoText(message)
    : { one: pseudoText(message.one), other: pseudoText(message.other) };

export const lookup: Lookup = (_feature, _key, english) => pseudoMessage(english);
