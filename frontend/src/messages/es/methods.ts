/** Spanish texts: methods. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/methods';

export const messages: Translation<typeof t> = {
  asOf: '{rows}, al {asOf}',
  method: 'Método',
  formula: 'Fórmula',
  trackRecord: 'Historial de precisión',
  noTrackRecordYet: 'Aún sin historial de precisión',
  withTooLittleData: 'Con muy pocos datos',
  days: { one: '1 día', other: '{value} días' },
  comparedWithFor: ', comparado con {against} para {againstWhat}',
  pastFigures: { one: '1 cifra pasada', other: '{n} cifras pasadas' },
  of: 'de {made}',
  couldntLoadTheMethods: 'No se pudieron cargar los métodos.',
  howFiguresAreComputed: 'Cómo se calculan las cifras',
  methodFormulaDataAndTrackRecord: 'Método, fórmula, datos e historial de precisión de cada cifra',
  methodsAreLoading: 'Cargando los métodos',
};
