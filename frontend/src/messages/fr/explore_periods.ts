/** French texts: the periods of the explore page. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/explore_periods';

export const messages: Translation<typeof t> = {
  last12Months: '12 derniers mois',
  thisMonth: 'Ce mois-ci',
  lastMonth: 'Mois dernier',
  thisQuarter: 'Ce trimestre',
  lastQuarter: 'Trimestre dernier',
  thisSeason: 'Cette saison',
  lastSeason: 'Saison dernière',
  yearToDate: 'Depuis le début de l’année',
  lastYear: 'Année dernière',
  thisFiscalYear: 'Cet exercice',
  lastFiscalYear: 'Exercice précédent',
  last30Days: '30 derniers jours',
  last90Days: '90 derniers jours',
  allDays: 'Tous les jours',
};
