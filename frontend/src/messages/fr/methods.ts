/** French texts: methods. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/methods';

export const messages: Translation<typeof t> = {
  asOf: '{rows}, au {asOf}',
  method: 'Méthode',
  formula: 'Formule',
  trackRecord: 'Historique de précision',
  noTrackRecordYet: 'Pas encore d’historique de précision',
  withTooLittleData: 'Avec trop peu de données',
  days: { one: '{value} jour', other: '{value} jours' },
  comparedWithFor: ', comparé à {against} pour {againstWhat}',
  pastFigures: { one: '{n} chiffre passé', other: '{n} chiffres passés' },
  of: 'sur {made}',
  couldntLoadTheMethods: 'Impossible de charger les méthodes.',
  howFiguresAreComputed: 'Comment les chiffres sont calculés',
  methodFormulaDataAndTrackRecord: 'Méthode, formule, données et historique de précision de chaque chiffre',
  methodsAreLoading: 'Chargement des méthodes',
};
