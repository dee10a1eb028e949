/** French texts: the mapping of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/source_mapping';

export const messages: Translation<typeof t> = {
  tableInYourSource: 'Table dans votre source',
  tableOrFileWithoutItsEnding: 'Nom de la table, ou du fichier sans son extension',
  required: 'Obligatoire',
  optional: 'Facultatif',
  valuesOf: 'Valeurs de {column}',
  sameValueInEveryRow: 'La même valeur dans chaque ligne',
  wordsForValues: 'Mots pour des valeurs',
  onePerLine: 'Un par ligne : mot = valeur. Les autres cellules restent telles quelles.',
  writeOneWordPerLine: 'Écrivez un mot par ligne sous la forme : mot = valeur.',
  mappingSavedItApplies: 'Correspondance enregistrée. Elle s’applique dès la prochaine synchronisation.',
  couldntSaveTheMapping: 'Impossible d’enregistrer la correspondance. Réessayez.',
  saveMapping: 'Enregistrer la correspondance',
};
