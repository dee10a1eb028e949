/** English texts: data components. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('ui_data', {
  rowsUsed: 'Rows used: {rows}.',
  rowsLeftOutAnotherCurrencyOr: 'Rows left out: {excluded} (another currency or unit).',
  asOf: 'As of {asOf}.',
  howIsThisComputed: 'How is this computed?',
  howFiguresAreComputed: 'How figures are computed',
  showField: 'Show {field}',
  hide: 'Hide',
  show: 'Show',
  yourPassword: 'Your password',
  code: 'Code',
  close: 'Close',
  sampleData: 'Sample data',
  dataAsOf: 'Data as of {asOf}',
  synced: 'Synced {synced}',
  syncedOverdue: 'Synced {synced}, {overdue}',
  notRefreshedSince: 'Not refreshed since {since}',
  codeHelp: '6 digits from your authenticator app, or a recovery code.',
  codeHelpIfMfaIsOn: 'Only if MFA is on: 6 digits from your authenticator app, or a recovery code.',
});
