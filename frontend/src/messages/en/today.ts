/** English texts: what needs doing today. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('today', {
  today: 'To do today',
  reorderItems: { one: 'Reorder 1 item', other: 'Reorder {items} items' },
  runOutBeforeDelivery: {
    one: '1 of the most expensive runs out before an order arrives.',
    other: '{items} of the most expensive run out before an order arrives.',
  },
  deliveriesAreLate: { one: '1 order line is late', other: '{lines} order lines are late' },
  mostOfItFrom: 'Largest: {supplier}, {amount}.',
  seasonPosition: 'Season position',
  callCustomers: {
    one: 'Call 1 customer whose order is overdue',
    other: 'Call {customers} customers whose orders are overdue',
  },
  reviewRejectedRows: { one: 'Review 1 rejected row', other: 'Review {rows} rejected rows' },
  figuresLackTheseRows: 'The figures lack these rows.',
  couldntCheckReorders: "Couldn't check what to reorder.",
  couldntCheckDeliveries: "Couldn't check for late deliveries.",
  couldntCheckCalls: "Couldn't check which customers to call.",
  couldntCheckRejects: "Couldn't check for rejected rows.",
  nothingToDo: 'Nothing needs doing today.',
  spendByMonth: 'Spend by month',
});
