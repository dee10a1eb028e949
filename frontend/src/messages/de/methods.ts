/** German texts: methods. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/methods';

export const messages: Translation<typeof t> = {
  asOf: '{rows}, Stand {asOf}',
  method: 'Methode',
  formula: 'Formel',
  trackRecord: 'Bisherige Genauigkeit',
  noTrackRecordYet: 'Noch keine bisherige Genauigkeit',
  withTooLittleData: 'Mit zu wenigen Daten',
  days: { one: '1 Tag', other: '{value} Tage' },
  comparedWithFor: ', verglichen mit {against} für {againstWhat}',
  pastFigures: { one: '1 frühere Zahl', other: '{n} frühere Zahlen' },
  of: 'von {made}',
  couldntLoadTheMethods: 'Die Methoden konnten nicht geladen werden.',
  howFiguresAreComputed: 'So werden Zahlen berechnet',
  methodFormulaDataAndTrackRecord: 'Methode, Formel, Daten und bisherige Genauigkeit jeder Kennzahl',
  methodsAreLoading: 'Methoden werden geladen',
};
