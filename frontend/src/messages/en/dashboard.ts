/** English texts: dashboard. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('dashboard', {
  loadingAnalyticsData: 'Loading analytics data...',
  dashboard: 'Dashboard',
  welcomeBackHeresYourAgriculturalSupply: "Welcome back! Here's your agricultural supply chain overview.",
  loadingTheFirstSteps: 'Loading the first steps...',
});
