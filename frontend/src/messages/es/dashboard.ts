/** Spanish texts: dashboard. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/dashboard';

export const messages: Translation<typeof t> = {
  loadingAnalyticsData: 'Cargando datos de análisis...',
  dashboard: 'Panel',
  welcomeBackHeresYourAgriculturalSupply:
    '¡Le damos la bienvenida! Este es el resumen de su cadena de suministro agrícola.',
  loadingTheFirstSteps: 'Cargando los primeros pasos...',
};
