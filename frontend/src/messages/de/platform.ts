/** German texts: platform. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/platform';

export const messages: Translation<typeof t> = {
  status: 'Status',
  checkedJustNowFromThisBrowser: 'Gerade von diesem Browser aus geprüft.',
  theChecksAreRunning: 'Die Prüfungen laufen',
  routingWorks: 'Routing funktioniert',
  theApiAnsweredInMs: 'Die API hat in {milliseconds} ms geantwortet',
  theApiIsntResponding: 'Die API antwortet nicht',
  apiVersion: 'API-Version {version}',
  signedInTo: 'Angemeldet bei {organization}',
  signedIn: 'Angemeldet',
  notSignedInShowingTheDemo: 'Nicht angemeldet (die Demoorganisation wird angezeigt)',
  notSignedIn: 'Nicht angemeldet',
  works: 'Funktioniert',
  failed: 'Fehlgeschlagen',
  pageNotFound: 'Seite nicht gefunden',
  thereIsNoPageAt: 'Unter {pathname} gibt es keine Seite.',
  returnToDashboard: 'Zurück zum Dashboard',
  goBack: 'Zurück',
  quickLinks: 'Direktlinks',
  quickLinksHeading: 'Direktlinks:',
  dashboard: 'Dashboard',
  sproutAi: 'Sprout AI',
  systemCheck: 'Systemprüfung',
  checksPagesAndServerConnections: 'Prüft Seiten und Serververbindungen.',
  thereAreNoPagesAtSupplies:
    'Unter /supplies und /alerts gibt es keine Seiten: Dort erscheint die 404-Seite.',
};
