/** Spanish texts: suggested mappings of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/mapping_suggestions';

export const messages: Translation<typeof t> = {
  looksLike: '{name} parece {table} ({confidence} de certeza).',
  reviewSuggestion: 'Revisar la sugerencia',
  completeWords: 'Indique qué significan estas palabras para {column}: {words}.',
  checkAndSave: 'Rellenado abajo. Revise cada columna y guarde la asignación.',
  fillIn: 'Rellenar desde {name}',
};
