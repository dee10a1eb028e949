/** Spanish texts: saved views on the dashboard. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/pinned_views';

export const messages: Translation<typeof t> = {
  openInExplore: 'Abrir en Explorar',
  unpin: 'Desfijar',
  unpinView: 'Desfijar {name}',
  isLoading: 'Cargando {name}',
  couldntLoad: 'No se pudieron cargar las cifras.',
  couldntLoadPins: 'No se pudieron cargar sus vistas fijadas.',
  couldntUnpin: 'No se pudo desfijar la vista. Inténtelo de nuevo.',
  notPermitted: 'No tiene permiso para ver estas cifras.',
  noRows: 'Ninguna fila coincide con esta vista.',
  firstRows: 'Las primeras {count} de {total} filas.',
};
