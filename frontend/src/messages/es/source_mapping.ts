/** Spanish texts: the mapping of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/source_mapping';

export const messages: Translation<typeof t> = {
  tableInYourSource: 'Tabla en su fuente',
  tableOrFileWithoutItsEnding: 'Nombre de la tabla, o del archivo sin su extensión',
  required: 'Obligatorio',
  optional: 'Opcional',
  valuesOf: 'Valores de {column}',
  sameValueInEveryRow: 'El mismo valor en cada fila',
  wordsForValues: 'Palabras para valores',
  onePerLine: 'Una por línea: palabra = valor. Las demás celdas quedan como están.',
  writeOneWordPerLine: 'Escriba una palabra por línea así: palabra = valor.',
  mappingSavedItApplies: 'Asignación guardada. Se aplica desde la próxima sincronización.',
  couldntSaveTheMapping: 'No se pudo guardar la asignación. Inténtelo de nuevo.',
  saveMapping: 'Guardar asignación',
};
