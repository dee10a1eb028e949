/** Spanish texts: purchasing. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/purchasing';

export const messages: Translation<typeof t> = {
  item: 'Artículo',
  currentStock: 'Existencias actuales',
  recommended: 'Recomendado',
  cost: 'Costo',
  purchaseRecommendations: 'Recomendaciones de compra',
  aiPoweredRecommendations: 'Recomendaciones con IA',
  theRecommendationsAreLoading: 'Cargando las recomendaciones',
  couldntLoadTheRecommendations: 'No se pudieron cargar las recomendaciones.',
  nothingLeftToReorder: 'No queda nada por reponer.',
  nothingToReorderAllItemsAre:
    'Nada que reponer. Todos los artículos están por encima de su punto de pedido recomendado.',
  itemsAreAlreadyInDraftOrders: {
    one: '1 artículo ya está en borradores de pedido.',
    other: '{waitingInDrafts} artículos ya están en borradores de pedido.',
  },
  viewDrafts: 'Ver borradores',
  itemsDontHaveEnoughSalesHistory: {
    one: '1 artículo no tiene suficiente historial de ventas ni punto de pedido. Defina un mínimo para incluirlo.',
    other:
      '{withoutReorderPoint} artículos no tienen suficiente historial de ventas ni punto de pedido. Defina un mínimo para incluirlos.',
  },
  setMinimum: 'Definir mínimo',
  recommendationsTable: 'Recomendaciones de compra',
  why: '¿Por qué?',
  theTermsAreLoading: 'Cargando los términos',
  searchItems: 'Buscar artículos',
  supplier: 'Proveedor',
  leadTimeDays: 'Plazo de entrega (días)',
  reorderPoint: 'Punto de pedido',
  orderSelection: 'Pedir selección',
  goToDataSync: 'Ir a Data Sync',
  noInventoryYetSyncInventoryData: 'Aún no hay inventario. Sincronice inventory_data para ver qué reponer.',
  couldntLoadThePurchasingFigures: 'No se pudieron cargar las cifras de compras.',
  totalSpend: 'Gasto total',
  inTheLast12Months: 'en los últimos 12 meses',
  avgOrderValue: 'Valor medio del pedido',
  perOrder: 'por pedido',
  deliveryRate: 'Cumplimiento de entregas',
  ofLinesOnTime: 'de las líneas a tiempo',
  pp: '{points} pp',
  activeSuppliers: 'Proveedores activos',
  inTheLast90Days: 'en los últimos 90 días',
  connectWarehouse: 'Conectar almacén de datos',
  noPurchasesYetConnectYourWarehouse:
    'Aún no hay compras. Conecte su almacén de datos y ejecute una sincronización.',
  isLoading: 'Cargando: {label}',
  vsPrevious12Months: '{change} frente a los 12 meses anteriores',
  vsPrevious90Days: '{change} frente a los 90 días anteriores',
  saleLinesAtLocationsWithoutStock: {
    one: '{lines} línea de venta no cuenta porque su artículo no tiene existencias en su ubicación.',
    other:
      '{lines} líneas de venta no cuentan porque sus artículos no tienen existencias en sus ubicaciones.',
  },
  mapLocations: 'Asignar ubicaciones',
  daysOfCover: 'Días de cobertura',
  urgent: 'Urgente',
  order: 'Pedir',
  showMoreRecommendations: 'Mostrar {rows} más',
};
