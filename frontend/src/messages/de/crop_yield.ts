/** German texts: crop yield. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/crop_yield';

export const messages: Translation<typeof t> = {
  harvestConfidence: 'Ernte {year}, Konfidenz: {confidence_level}',
  cropYieldForecast: 'Ernteertragsprognose',
  retry: 'Erneut versuchen',
  goToDataSync: 'Zu Data Sync',
  noForecastDataAvailable: 'Keine Prognosedaten verfügbar',
  forecastAccuracy: 'Prognosegenauigkeit',
  measuredOnPastForecastsOfYour:
    'Gemessen an {past} früheren Prognosen für Kulturen und Bundesstaaten Ihrer Kunden.',
};
