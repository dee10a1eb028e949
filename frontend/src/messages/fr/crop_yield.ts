/** French texts: crop yield. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/crop_yield';

export const messages: Translation<typeof t> = {
  harvestConfidence: 'Récolte {year}, confiance : {confidence_level}',
  cropYieldForecast: 'Prévision de rendement des cultures',
  retry: 'Réessayer',
  goToDataSync: 'Aller à Data Sync',
  noForecastDataAvailable: 'Aucune donnée de prévision disponible',
  forecastAccuracy: 'Précision des prévisions',
  measuredOnPastForecastsOfYour:
    'Mesurée sur {past} prévisions passées pour les cultures et États de vos clients.',
};
