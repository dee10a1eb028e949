/** Spanish texts: command palette and shortcuts. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/palette';

export const messages: Translation<typeof t> = {
  search: 'Buscar',
  searchPagesCustomersItems: 'Buscar páginas, clientes, artículos y proveedores',
  results: 'Resultados',
  resultCount: { one: '1 resultado', other: '{results} resultados' },
  noResults: 'No hay resultados.',
  pages: 'Páginas',
  actions: 'Acciones',
  customers: 'Clientes',
  items: 'Artículos',
  suppliers: 'Proveedores',
  locations: 'Ubicaciones',
  orders: 'Pedidos',
  sproutAi: 'Sprout AI',
  askSproutAi: 'Preguntar a Sprout AI: {question}',
  createDraftOrders: 'Crear borradores de pedido',
  viewDraftOrders: 'Ver borradores de pedido',
  editOrderingCosts: 'Editar costos de pedido',
  viewSyncStatus: 'Ver el estado de sincronización',
  keyboardShortcuts: 'Atajos de teclado',
  ctrlK: 'Ctrl+K',
  openPalette: 'Abrir la paleta de comandos',
  focusSearch: 'Ir al campo de búsqueda',
  moveBetweenRows: 'Moverse entre las filas de una tabla',
  goTo: 'Ir a {page}',
  or: 'o',
  then: 'luego',
};
