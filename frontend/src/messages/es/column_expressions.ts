/** Spanish texts: columns of a source that are computed from others. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/column_expressions';

export const messages: Translation<typeof t> = {
  compute: 'Calcular a partir de otras columnas',
  notComputed: 'Sin calcular',
  firstFilled: 'Primera columna que no está vacía',
  concatenate: 'Columnas unidas',
  removePrefix: 'Columna sin un prefijo',
  add: 'Suma de las columnas',
  subtract: 'Primera columna menos la segunda',
  multiply: 'Producto de las columnas',
  divide: 'Primera columna dividida por la segunda',
  scale: 'Columna por un número',
  negateWhen: 'Primera columna, con el signo cambiado si la segunda es una palabra',
  negativeWhen: 'Primera columna, negativa si la segunda es una palabra',
  absolute: 'Columna sin su signo',
  keepWhen: 'Primera columna solo si la segunda es una palabra',
  wordBySign: 'Palabra según el signo de la columna',
  dateFromParts: 'Fecha de año, mes y día',
  readDate: 'Fecha en una forma conocida',
  readNumber: 'Número con un signo decimal conocido',
  separator: 'Separador',
  prefix: 'Prefijo',
  factor: 'Número, como 0.01',
  dateForm: 'Forma: mdy, dmy, yyyymmdd o cyymmdd',
  decimalSign: 'Signo decimal: point o comma',
  columnsOfYourSource: 'Columnas de su fuente',
  oneColumnPerLine: 'Una por línea, en el orden de la operación.',
  wordsBySign: 'Palabra si es negativo, luego palabra si es positivo',
  wordsOfTheSecondColumn: 'Palabras de la segunda columna',
  oneWordPerLine: 'Una palabra por línea.',
};
