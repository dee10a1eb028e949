/** English texts: what the dates of sales are. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('sales_dating', {
  salesDates: 'Sales dates',
  aSaleCountsAsDemand: 'A sale counts as demand on the day its goods leave.',
  theSalesDatesAreLoading: 'Loading the sales dates',
  couldntLoadTheSalesDates: 'Couldn’t load the sales dates. Try again.',
  couldntSaveTheSalesDates: 'Couldn’t save the sales dates. Try again.',
  theDateOfASaleIs: 'Date of a sale',
  asYourDataShows: 'As your data shows: {dating}',
  booking: 'Day of booking',
  delivery: 'Day of delivery',
  otherDays: '{lines} of {all} sale lines were delivered on another day than their date.',
  noOtherDays: 'No sale line has another delivered day than its date.',
  missingDays:
    '{lines} sale lines over a year old have a promised day but no delivered day, more than have another delivered day than their date.',
});
