/** German texts: what needs doing today. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/today';

export const messages: Translation<typeof t> = {
  today: 'Heute zu tun',
  reorderItems: { one: '1 Artikel nachbestellen', other: '{items} Artikel nachbestellen' },
  runOutBeforeDelivery: {
    one: '1 der teuersten geht aus, bevor eine Bestellung eintrifft.',
    other: '{items} der teuersten gehen aus, bevor eine Bestellung eintrifft.',
  },
  deliveriesAreLate: {
    one: '1 Bestellposition ist verspätet',
    other: '{lines} Bestellpositionen sind verspätet',
  },
  mostOfItFrom: 'Größte: {supplier}, {amount}.',
  seasonPosition: 'Saisonbestand',
  callCustomers: {
    one: '1 Kunden anrufen, dessen Bestellung überfällig ist',
    other: '{customers} Kunden anrufen, deren Bestellungen überfällig sind',
  },
  reviewRejectedRows: { one: '1 abgelehnte Zeile prüfen', other: '{rows} abgelehnte Zeilen prüfen' },
  figuresLackTheseRows: 'Diese Zeilen fehlen in den Zahlen.',
  couldntCheckReorders: 'Es konnte nicht geprüft werden, was nachzubestellen ist.',
  couldntCheckDeliveries: 'Es konnte nicht geprüft werden, ob Lieferungen verspätet sind.',
  couldntCheckCalls: 'Es konnte nicht geprüft werden, welche Kunden anzurufen sind.',
  couldntCheckRejects: 'Es konnte nicht geprüft werden, ob Zeilen abgelehnt wurden.',
  nothingToDo: 'Heute ist nichts zu tun.',
  spendByMonth: 'Einkaufsvolumen nach Monat',
};
