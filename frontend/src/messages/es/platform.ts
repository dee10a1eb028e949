/** Spanish texts: platform. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/platform';

export const messages: Translation<typeof t> = {
  status: 'Estado',
  checkedJustNowFromThisBrowser: 'Comprobado ahora mismo desde este navegador.',
  theChecksAreRunning: 'Se están ejecutando las comprobaciones',
  routingWorks: 'El enrutamiento funciona',
  theApiAnsweredInMs: 'La API respondió en {milliseconds} ms',
  theApiIsntResponding: 'La API no responde',
  apiVersion: 'Versión de la API {version}',
  signedInTo: 'Sesión iniciada en {organization}',
  signedIn: 'Inició sesión',
  notSignedInShowingTheDemo: 'Sin iniciar sesión (se muestra la organización de demostración)',
  notSignedIn: 'Sin iniciar sesión',
  works: 'Funciona',
  failed: 'Falló',
  pageNotFound: 'Página no encontrada',
  thereIsNoPageAt: 'No hay ninguna página en {pathname}.',
  returnToDashboard: 'Volver al panel',
  goBack: 'Volver',
  quickLinks: 'Enlaces rápidos',
  quickLinksHeading: 'Enlaces rápidos:',
  dashboard: 'Panel',
  sproutAi: 'Sprout AI',
  systemCheck: 'Comprobación del sistema',
  checksPagesAndServerConnections: 'Comprueba páginas y conexiones del servidor.',
  thereAreNoPagesAtSupplies: 'No hay páginas en /supplies y /alerts: muestran la página 404.',
};
