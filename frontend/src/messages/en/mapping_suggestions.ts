/** English texts: suggested mappings of a source. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('mapping_suggestions', {
  looksLike: '{name} looks like {table} ({confidence} sure).',
  reviewSuggestion: 'Review suggestion',
  completeWords: 'Enter what these words mean for {column}: {words}.',
  checkAndSave: 'Filled in below. Check every column, then save the mapping.',
  fillIn: 'Fill in from {name}',
  joinOrders: '{name} has orders or their lines alone. Create a view that joins both, and map the view.',
  separateLocations:
    '{name} has a column for each location. Create a view with a row for each item and location, and map the view.',
  separatePartners:
    '{name} is a customer or a supplier. Compute customer_id and supplier_id from it and from the type of the document.',
  incomingQuantity:
    '{name} is a quantity that came in. Compute quantity and direction from it and from the quantity that went out.',
  chooseColumn: 'Which column is {name}: {options}?',
  missingColumn: 'Which column is {name}, or which value does it have in every row?',
  dateOrder: 'Does the month or the day come first in {name}? Read the column as a date in a known form.',
  decimalSign:
    'Is the separator in {name} a decimal sign? Read the column as a number with a known decimal sign.',
});
