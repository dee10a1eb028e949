/** Portuguese texts: suggested mappings of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/mapping_suggestions';

export const messages: Translation<typeof t> = {
  looksLike: '{name} parece {table} ({confidence} de certeza).',
  reviewSuggestion: 'Revisar a sugestão',
  completeWords: 'Informe o que estas palavras significam para {column}: {words}.',
  checkAndSave: 'Preenchido abaixo. Verifique cada coluna e salve o mapeamento.',
  fillIn: 'Preencher a partir de {name}',
};
