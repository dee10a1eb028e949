/** Portuguese texts: crop yield. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/crop_yield';

export const messages: Translation<typeof t> = {
  harvestConfidence: 'Colheita {year}, confiança: {confidence_level}',
  cropYieldForecast: 'Previsão de produtividade das culturas',
  retry: 'Tentar novamente',
  goToDataSync: 'Ir para Data Sync',
  noForecastDataAvailable: 'Nenhum dado de previsão disponível',
  forecastAccuracy: 'Precisão da previsão',
  measuredOnPastForecastsOfYour:
    'Medida em {past} previsões passadas das culturas e estados dos seus clientes.',
};
