/** English texts: suppliers’ answers to orders, for people without an account. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('order_acknowledgments', {
  linkDoesntWork: 'This link doesn’t work',
  askForANewLink:
    'It has expired, or the order was discarded or sent again. Ask the person who sent it for a new one.',
  couldntLoadTheOrder: 'Couldn’t load the order.',
  theOrderIsLoading: 'The order is loading',
  purchaseOrderFrom: 'Purchase order from {organization}',
  orderNumber: 'Order number {number}',
  linkEnds: 'This link ends on {day}. Until then you can change your answer.',
  lines: 'Lines',
  answered: 'Your answer was saved on {at}.',
  confirmEachLine:
    'Confirm the quantity and the delivery day of each line. A quantity of 0 declines the line.',
  confirmEachLineRequested:
    'Requested delivery: {day}. Confirm the quantity and the delivery day of each line. A quantity of 0 declines the line.',
  orderedFor: '{ordered}, deliver to {location}',
  confirmedQuantity: 'Confirmed quantity ({unit})',
  deliveryDay: 'Delivery day',
  note: 'Note',
  couldntSaveTheAnswer: 'Couldn’t save your answer. Try again.',
  declineOrder: 'Decline order',
  declineQuestion: 'Decline all lines? {organization} orders elsewhere then.',
  keep: 'Keep',
  confirmOrder: 'Confirm order',
  saveAnswer: 'Save answer',
});
