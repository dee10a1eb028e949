/** Spanish texts: saved views of the explore page. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/saved_views';

export const messages: Translation<typeof t> = {
  savedViews: 'Vistas guardadas',
  chooseAView: 'Elija una vista',
  saveView: 'Guardar vista',
  saveAs: 'Guardar como',
  newView: 'Nueva vista',
  schedule: 'Programar',
  deleteView: 'Eliminar vista',
  pinToDashboard: 'Fijar en el panel',
  unpinFromDashboard: 'Quitar del panel',
  couldntChangeThePin: 'No se pudo fijar o quitar la vista. Inténtelo de nuevo.',
  share: 'Compartir',
  name: 'Nombre',
  description: 'Descripción',
  visibility: 'Visibilidad',
  onlyMe: 'Solo yo',
  everyone: 'Todos en la organización',
  startWithThisView: 'Empezar con esta vista',
  no: 'No',
  yes: 'Sí',
  sharedView: '{name} (compartida)',
  couldntSaveTheView: 'No se pudo guardar la vista. Inténtelo de nuevo.',
  couldntDeleteTheView: 'No se pudo eliminar la vista. Inténtelo de nuevo.',
};
