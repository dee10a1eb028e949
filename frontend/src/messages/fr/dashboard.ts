/** French texts: dashboard. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/dashboard';

export const messages: Translation<typeof t> = {
  loadingAnalyticsData: 'Chargement des données d’analyse...',
  dashboard: 'Tableau de bord',
  welcomeBackHeresYourAgriculturalSupply:
    'Bienvenue ! Voici la vue d’ensemble de votre chaîne d’approvisionnement agricole.',
  loadingTheFirstSteps: 'Chargement des premières étapes...',
};
