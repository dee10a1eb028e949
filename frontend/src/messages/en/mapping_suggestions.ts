/** English texts: suggested mappings of a source. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('mapping_suggestions', {
  looksLike: '{name} looks like {table} ({confidence} sure).',
  reviewSuggestion: 'Review suggestion',
  completeWords: 'Enter what these words mean for {column}: {words}.',
  checkAndSave: 'Filled in below. Check every column, then save the mapping.',
  fillIn: 'Fill in from {name}',
});
