/** German texts: dashboard. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/dashboard';

export const messages: Translation<typeof t> = {
  loadingAnalyticsData: 'Analysedaten werden geladen...',
  dashboard: 'Dashboard',
  welcomeBackHeresYourAgriculturalSupply:
    'Willkommen zurück! Hier ist der Überblick über Ihre Agrarlieferkette.',
  loadingTheFirstSteps: 'Die ersten Schritte werden geladen...',
};
