/** English texts: the mapping of a source. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('source_mapping', {
  tableInYourSource: 'Table in your source',
  tableOrFileWithoutItsEnding: 'Name of the table, or of the file without its ending',
  required: 'Required',
  optional: 'Optional',
  valuesOf: 'Values of {column}',
  sameValueInEveryRow: 'Same value in every row',
  wordsForValues: 'Words for values',
  onePerLine: 'One per line: word = value. Other cells stay as they are.',
  writeOneWordPerLine: 'Write one word per line as: word = value.',
  mappingSavedItApplies: 'Mapping saved. It applies from the next sync.',
  couldntSaveTheMapping: 'Couldn’t save the mapping. Try again.',
  saveMapping: 'Save mapping',
});
