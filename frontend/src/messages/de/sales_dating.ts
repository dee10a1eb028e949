/** German texts: what the dates of sales are. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/sales_dating';

export const messages: Translation<typeof t> = {
  salesDates: 'Verkaufsdaten',
  aSaleCountsAsDemand: 'Ein Verkauf zählt als Bedarf an dem Tag, an dem die Ware das Lager verlässt.',
  theSalesDatesAreLoading: 'Verkaufsdaten werden geladen',
  couldntLoadTheSalesDates: 'Die Verkaufsdaten konnten nicht geladen werden. Versuchen Sie es erneut.',
  couldntSaveTheSalesDates: 'Die Verkaufsdaten konnten nicht gespeichert werden. Versuchen Sie es erneut.',
  theDateOfASaleIs: 'Datum eines Verkaufs',
  asYourDataShows: 'Wie Ihre Daten zeigen: {dating}',
  booking: 'Tag der Buchung',
  delivery: 'Tag der Lieferung',
  otherDays: '{lines} von {all} Verkaufszeilen wurden an einem anderen Tag als ihrem Datum geliefert.',
  noOtherDays: 'Keine Verkaufszeile hat einen anderen Liefertag als ihr Datum.',
  missingDays:
    '{lines} über ein Jahr alte Verkaufszeilen haben einen zugesagten Tag, aber keinen Liefertag; das sind mehr, als einen anderen Liefertag als ihr Datum haben.',
};
