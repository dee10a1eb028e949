import { describe, expect, it } from 'vitest';
import { parseValueWords, writeValueWords } from './valueWords';

describe('words for values', () => {
  const words = [
    { word: 'Aktiv', value: 'true' },
    { word: 'a = b', value: 'false' },
    { word: '', value: 'other' },
  ];

  it('are lines, also of words with an equals sign and of empty cells', () => {
    expect(writeValueWords(words)).toBe('Aktiv = true\na = b = false\n = other');
    expect(parseValueWords(writeValueWords(words))).toEqual(words);
  });

  it('need a value', () => {
    expect(parseValueWords('Aktiv')).toBeUndefined();
    expect(parseValueWords('Aktiv =')).toBeUndefined();
    expect(parseValueWords('  \n')).toEqual([]);
  });
});
