/** Portuguese texts: dashboard. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/dashboard';

export const messages: Translation<typeof t> = {
  loadingAnalyticsData: 'Carregando dados de análise...',
  dashboard: 'Painel',
  welcomeBackHeresYourAgriculturalSupply:
    'Boas-vindas! Aqui está a visão geral da sua cadeia de suprimentos agrícola.',
  loadingTheFirstSteps: 'Carregando os primeiros passos...',
};
