/** French texts: suggested mappings of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/mapping_suggestions';

export const messages: Translation<typeof t> = {
  looksLike: '{name} ressemble à {table} (certitude : {confidence}).',
  reviewSuggestion: 'Vérifier la suggestion',
  completeWords: 'Indiquez ce que ces mots signifient pour {column} : {words}.',
  checkAndSave: 'Rempli ci-dessous. Vérifiez chaque colonne, puis enregistrez la correspondance.',
  fillIn: 'Remplir à partir de {name}',
};
