/** Spanish texts: crop yield. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/crop_yield';

export const messages: Translation<typeof t> = {
  harvestConfidence: 'Cosecha {year}, confianza: {confidence_level}',
  cropYieldForecast: 'Pronóstico de rendimiento de cultivos',
  retry: 'Reintentar',
  goToDataSync: 'Ir a Data Sync',
  noForecastDataAvailable: 'No hay datos de pronóstico disponibles',
  forecastAccuracy: 'Precisión del pronóstico',
  measuredOnPastForecastsOfYour:
    'Medida en {past} pronósticos pasados de los cultivos y estados de sus clientes.',
};
