/** Portuguese texts: methods. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/methods';

export const messages: Translation<typeof t> = {
  asOf: '{rows}, em {asOf}',
  method: 'Método',
  formula: 'Fórmula',
  trackRecord: 'Histórico de precisão',
  noTrackRecordYet: 'Ainda sem histórico de precisão',
  withTooLittleData: 'Com poucos dados',
  days: { one: '{value} dia', other: '{value} dias' },
  comparedWithFor: ', comparado com {against} para {againstWhat}',
  pastFigures: { one: '{n} número passado', other: '{n} números passados' },
  of: 'de {made}',
  couldntLoadTheMethods: 'Não foi possível carregar os métodos.',
  howFiguresAreComputed: 'Como os números são calculados',
  methodFormulaDataAndTrackRecord: 'Método, fórmula, dados e histórico de precisão de cada número',
  methodsAreLoading: 'Carregando os métodos',
};
