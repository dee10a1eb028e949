/** English texts: crop yield. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('crop_yield', {
  harvestConfidence: '{year} harvest, {confidence_level} confidence',
  cropYieldForecast: 'Crop Yield Forecast',
  retry: 'Retry',
  goToDataSync: 'Go to Data Sync',
  noForecastDataAvailable: 'No forecast data available',
  forecastAccuracy: 'Forecast Accuracy',
  measuredOnPastForecastsOfYour: "Measured on {past} past forecasts of your customers' crops and states.",
});
