/** Spanish texts: suggested mappings of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/mapping_suggestions';

export const messages: Translation<typeof t> = {
  looksLike: '{name} parece {table} ({confidence} de certeza).',
  reviewSuggestion: 'Revisar la sugerencia',
  completeWords: 'Indique qué significan estas palabras para {column}: {words}.',
  checkAndSave: 'Rellenado abajo. Revise cada columna y guarde la asignación.',
  fillIn: 'Rellenar desde {name}',
  joinOrders: '{name} solo tiene pedidos o solo sus líneas. Cree una vista que los una y asigne la vista.',
  separateLocations:
    '{name} tiene una columna por ubicación. Cree una vista con una fila por artículo y ubicación y asigne la vista.',
  separatePartners:
    '{name} es un cliente o un proveedor. Calcule customer_id y supplier_id a partir de esta columna y del tipo de documento.',
  incomingQuantity:
    '{name} es una cantidad que entró. Calcule quantity y direction a partir de ella y de la cantidad que salió.',
  chooseColumn: '¿Qué columna es {name}: {options}?',
  missingColumn: '¿Qué columna es {name}, o qué valor tiene en todas las filas?',
  dateOrder: '¿Va primero el mes o el día en {name}? Lea la columna como fecha con un formato conocido.',
  decimalSign:
    '¿El separador en {name} es un signo decimal? Lea la columna como número con un signo decimal conocido.',
};
