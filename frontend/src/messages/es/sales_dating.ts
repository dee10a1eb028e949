/** Spanish texts: what the dates of sales are. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/sales_dating';

export const messages: Translation<typeof t> = {
  salesDates: 'Fechas de ventas',
  aSaleCountsAsDemand: 'Una venta cuenta como demanda el día en que sale la mercancía.',
  theSalesDatesAreLoading: 'Cargando las fechas de ventas',
  couldntLoadTheSalesDates: 'No se pudieron cargar las fechas de ventas. Inténtelo de nuevo.',
  couldntSaveTheSalesDates: 'No se pudieron guardar las fechas de ventas. Inténtelo de nuevo.',
  theDateOfASaleIs: 'Fecha de una venta',
  asYourDataShows: 'Según sus datos: {dating}',
  booking: 'Día de la reserva',
  delivery: 'Día de la entrega',
  otherDays: '{lines} de {all} líneas de venta se entregaron en un día distinto de su fecha.',
  noOtherDays: 'Ninguna línea de venta tiene un día de entrega distinto de su fecha.',
  missingDays:
    '{lines} líneas de venta de hace más de un año tienen un día prometido pero no un día de entrega; son más que las que tienen un día de entrega distinto de su fecha.',
};
