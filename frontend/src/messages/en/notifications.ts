/** English texts: notifications. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('notifications', {
  alerts: 'Alerts',
  theAlertsAreLoading: 'The alerts are loading',
  couldntLoadTheAlerts: 'Couldn’t load the alerts.',
  lastUpdated: 'Last updated {at}.',
  showOlderAlerts: 'Show older alerts',
  youGetOneAlertWhenSomething: 'You get one alert when something fails and one when it recovers.',
  ownersAndAdminsAlsoGetAn: '{once} Owners and admins also get an email.',
  noOpenProblems: 'No open problems',
  openProblems: 'Open problems',
  open: 'Open',
  noAlertsYetFailedSyncsWill: 'No alerts yet. Failed syncs will show up here.',
  pastAlertsNewestFirst: 'Past alerts, newest first',
  pastAlerts: 'Past alerts',
  recovered: 'Recovered',
  openTheFigures: 'Open the figures',
  openTheOrder: 'Open the order',
  raised: 'Raised',
});
