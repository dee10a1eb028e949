/** The periods that the explore page offers by name. */
import { t } from '@/messages/en/explore_periods';

/** The choice of days. */
export const CUSTOM = 'custom';

export const periodOptions = (): (readonly [value: string, label: string])[] => [
  ['last_12_months', t('last12Months')],
  ['this_month', t('thisMonth')],
  ['last_month', t('lastMonth')],
  ['this_quarter', t('thisQuarter')],
  ['last_quarter', t('lastQuarter')],
  ['this_season', t('thisSeason')],
  ['last_season', t('lastSeason')],
  ['year_to_date', t('yearToDate')],
  ['last_year', t('lastYear')],
  ['this_fiscal_year', t('thisFiscalYear')],
  ['last_fiscal_year', t('lastFiscalYear')],
  ['last_30_days', t('last30Days')],
  ['last_90_days', t('last90Days')],
  ['all', t('allDays')],
];
