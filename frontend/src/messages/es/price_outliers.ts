/** Spanish texts: unusual prices. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/price_outliers';

export const messages: Translation<typeof t> = {
  unusualPrices: 'Precios inusuales',
  unusualPricesAreLeftOutUntil:
    'Precios de compra lejos del precio habitual del artículo. El índice de precios, las tendencias y las recomendaciones los dejan fuera hasta que alguien los confirme.',
  theUnusualPricesAreLoading: 'Cargando los precios inusuales',
  couldntLoadTheUnusualPrices: 'No se pudieron cargar los precios inusuales.',
  couldntSaveThePriceTryAgain: 'No se pudo guardar el cambio. Inténtelo de nuevo.',
  noUnusualPrices: 'No hay precios inusuales',
  showOlderPrices: 'Mostrar precios anteriores',
  item: 'Artículo',
  day: 'Día',
  price: 'Precio',
  usualPrice: 'Precio habitual',
  status: 'Estado',
  leftOut: 'Excluido',
  confirmedBy: 'Confirmado por {name}, {at}',
  confirmPrice: 'Confirmar precio',
  confirmPriceOf: 'Confirmar precio: {name}',
  undo: 'Deshacer',
  undoConfirmationOf: 'Deshacer confirmación: {name}',
  noSupplier: 'Sin proveedor',
  rows: 'Filas',
  rowsOf: 'Filas: {name}',
  lineOfOrder: 'Línea {line} del pedido {order}: {quantity}',
  moreLines: { one: '{lines} línea más', other: '{lines} líneas más' },
};
