/** English texts: methods. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('methods', {
  asOf: '{rows}, as of {asOf}',
  method: 'Method',
  formula: 'Formula',
  trackRecord: 'Track record',
  noTrackRecordYet: 'No track record yet',
  withTooLittleData: 'With too little data',
  days: { one: '1 day', other: '{value} days' },
  comparedWithFor: ', compared with {against} for {againstWhat}',
  pastFigures: { one: '1 past figure', other: '{n} past figures' },
  of: 'of {made}',
  couldntLoadTheMethods: 'Couldn’t load the methods.',
  howFiguresAreComputed: 'How figures are computed',
  methodFormulaDataAndTrackRecord: 'Method, formula, data and track record of each figure',
  methodsAreLoading: 'Methods are loading',
});
