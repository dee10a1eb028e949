/** English texts: platform. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('platform', {
  status: 'Status',
  checkedJustNowFromThisBrowser: 'Checked just now from this browser.',
  theChecksAreRunning: 'The checks are running',
  routingWorks: 'Routing works',
  theApiAnsweredInMs: 'The API answered in {milliseconds} ms',
  theApiIsntResponding: 'The API isn’t responding',
  apiVersion: 'API version {version}',
  signedInTo: 'Signed in to {organization}',
  signedIn: 'Signed in',
  notSignedInShowingTheDemo: 'Not signed in (showing the demo organization)',
  notSignedIn: 'Not signed in',
  works: 'Works',
  failed: 'Failed',
  pageNotFound: 'Page Not Found',
  thereIsNoPageAt: 'There is no page at {pathname}.',
  returnToDashboard: 'Return to Dashboard',
  goBack: 'Go Back',
  quickLinks: 'Quick links',
  quickLinksHeading: 'Quick links:',
  dashboard: 'Dashboard',
  sproutAi: 'Sprout AI',
  systemCheck: 'System check',
  checksPagesAndServerConnections: 'Checks pages and server connections.',
  thereAreNoPagesAtSupplies: 'There are no pages at /supplies and /alerts: they show the 404 page.',
});
