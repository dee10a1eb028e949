/** Spanish texts: notifications. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/notifications';

export const messages: Translation<typeof t> = {
  alerts: 'Alertas',
  theAlertsAreLoading: 'Cargando las alertas',
  couldntLoadTheAlerts: 'No se pudieron cargar las alertas.',
  lastUpdated: 'Última actualización: {at}.',
  showOlderAlerts: 'Mostrar alertas anteriores',
  youGetOneAlertWhenSomething: 'Recibe una alerta cuando algo falla y otra cuando se recupera.',
  ownersAndAdminsAlsoGetAn: '{once} Los propietarios y administradores también reciben un correo.',
  noOpenProblems: 'No hay problemas abiertos',
  openProblems: 'Problemas abiertos',
  open: 'Abierta',
  noAlertsYetFailedSyncsWill: 'Aún no hay alertas. Las sincronizaciones fallidas aparecerán aquí.',
  pastAlertsNewestFirst: 'Alertas pasadas, las más recientes primero',
  pastAlerts: 'Alertas pasadas',
  recovered: 'Recuperada',
  openTheFigures: 'Abrir las cifras',
  openTheOrder: 'Abrir el pedido',
  raised: 'Generada',
};
