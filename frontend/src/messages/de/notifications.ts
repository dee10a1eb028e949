/** German texts: notifications. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/notifications';

export const messages: Translation<typeof t> = {
  alerts: 'Alarme',
  theAlertsAreLoading: 'Die Alarme werden geladen',
  couldntLoadTheAlerts: 'Die Alarme konnten nicht geladen werden.',
  lastUpdated: 'Zuletzt aktualisiert: {at}.',
  showOlderAlerts: 'Ältere Alarme anzeigen',
  youGetOneAlertWhenSomething:
    'Sie erhalten einen Alarm, wenn etwas fehlschlägt, und einen, wenn es wieder funktioniert.',
  ownersAndAdminsAlsoGetAn: '{once} Inhaber und Admins erhalten auch eine E-Mail.',
  noOpenProblems: 'Keine offenen Probleme',
  openProblems: 'Offene Probleme',
  open: 'Offen',
  noAlertsYetFailedSyncsWill: 'Noch keine Alarme. Fehlgeschlagene Synchronisierungen erscheinen hier.',
  pastAlertsNewestFirst: 'Frühere Alarme, neueste zuerst',
  pastAlerts: 'Frühere Alarme',
  recovered: 'Behoben',
  openTheFigures: 'Zahlen öffnen',
  openTheOrder: 'Bestellung öffnen',
  raised: 'Ausgelöst',
};
