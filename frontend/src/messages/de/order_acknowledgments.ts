/** German texts: suppliers’ answers to orders, for people without an account. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/order_acknowledgments';

export const messages: Translation<typeof t> = {
  linkDoesntWork: 'Dieser Link funktioniert nicht',
  askForANewLink:
    'Er ist abgelaufen, oder die Bestellung wurde verworfen oder erneut gesendet. Bitten Sie den Absender um einen neuen.',
  couldntLoadTheOrder: 'Die Bestellung konnte nicht geladen werden.',
  theOrderIsLoading: 'Die Bestellung wird geladen',
  purchaseOrderFrom: 'Bestellung von {organization}',
  orderNumber: 'Bestellnummer {number}',
  linkEnds: 'Dieser Link endet am {day}. Bis dahin können Sie Ihre Antwort ändern.',
  lines: 'Positionen',
  answered: 'Ihre Antwort wurde am {at} gespeichert.',
  confirmEachLine: 'Bestätigen Sie Menge und Liefertag jeder Position. Die Menge 0 lehnt die Position ab.',
  confirmEachLineRequested:
    'Gewünschte Lieferung: {day}. Bestätigen Sie Menge und Liefertag jeder Position. Die Menge 0 lehnt die Position ab.',
  orderedFor: '{ordered}, Lieferung an {location}',
  confirmedQuantity: 'Bestätigte Menge ({unit})',
  deliveryDay: 'Liefertag',
  note: 'Notiz',
  couldntSaveTheAnswer: 'Ihre Antwort konnte nicht gespeichert werden. Versuchen Sie es erneut.',
  declineOrder: 'Bestellung ablehnen',
  declineQuestion: 'Alle Positionen ablehnen? {organization} bestellt dann anderswo.',
  keep: 'Behalten',
  confirmOrder: 'Bestellung bestätigen',
  saveAnswer: 'Antwort speichern',
};
