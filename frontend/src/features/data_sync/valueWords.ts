/** Words of a source and the values that they mean, as lines `word = value`. */
import type { Schemas } from '@sprout/client';

type ValueWord = Schemas['ValueWord'];

/** Undefined if a line has no value. The last `=` of a line counts, so that words may have some. */
export function parseValueWords(text: string): ValueWord[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const words = lines.map((line) => {
    const at = line.lastIndexOf('=');
    return { word: line.slice(0, Math.max(at, 0)).trim(), value: at < 0 ? '' : line.slice(at + 1).trim() };
  });
  return words.some(({ value }) => value === '') ? undefined : words;
}

export const writeValueWords = (words: readonly ValueWord[]): string =>
  words.map(({ word, value }) => `${word} = ${value}`).join('\n');
