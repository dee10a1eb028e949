/** Spanish texts: data components. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_data';

export const messages: Translation<typeof t> = {
  rowsUsed: 'Filas usadas: {rows}.',
  rowsLeftOut: 'Filas excluidas: {rows}.',
  rowsLeftOutBecause: 'Filas excluidas: {rows} ({reasons}).',
  inAnotherCurrency: '{rows} en otra moneda',
  inAnotherUnit: '{rows} en otra unidad',
  returns: '{rows} devoluciones',
  withZeroPrices: '{rows} con precio cero',
  withUnusualPrices: '{rows} con precios inusuales',
  inCategoriesWithTooFewMonths: '{rows} en categorías con muy pocos meses',
  soldWhereTheItemHasNoStock: '{rows} vendidas en una ubicación sin existencias del artículo',
  ofItemsWithoutStock: '{rows} de artículos sin filas de existencias',
  outOfRange: '{rows} fuera de rango',
  asOf: 'Al {asOf}.',
  howIsThisComputed: '¿Cómo se calcula esto?',
  howFiguresAreComputed: 'Cómo se calculan las cifras',
  close: 'Cerrar',
  isLoading: '{label}: cargando',
  sampleData: 'Datos de ejemplo',
  dataAsOf: 'Datos al {asOf}',
  dataThroughStale: 'Datos hasta {day}, desactualizados',
  previousFigures: 'Se están calculando cifras nuevas. Hasta entonces se muestran las anteriores.',
  figuresAreStale:
    'Las cifras están desactualizadas: los datos más recientes son del {day}, hace {days} días. Sincronice datos más recientes para actualizarlas.',
  figuresAreForEarlierDay:
    'Las cifras son para {day}, el día de los datos más recientes, hace {days} días. Sincronice datos más recientes para actualizarlas.',
  synced: 'Sincronizado {synced}',
  syncedOverdue: 'Sincronizado {synced}, {overdue}',
  notRefreshedSince: 'Sin actualizar desde {since}',
};
