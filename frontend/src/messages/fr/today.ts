/** French texts: what needs doing today. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/today';

export const messages: Translation<typeof t> = {
  today: 'À faire aujourd’hui',
  reorderItems: { one: 'Réapprovisionner {items} article', other: 'Réapprovisionner {items} articles' },
  runOutBeforeDelivery: {
    one: '{items} des plus chers s’épuise avant l’arrivée d’une commande.',
    other: '{items} des plus chers s’épuisent avant l’arrivée d’une commande.',
  },
  deliveriesAreLate: {
    one: '{lines} ligne de commande est en retard',
    other: '{lines} lignes de commande sont en retard',
  },
  mostOfItFrom: 'Plus gros : {supplier}, {amount}.',
  seasonPosition: 'Position de saison',
  callCustomers: {
    one: 'Appeler {customers} client dont la commande est en retard',
    other: 'Appeler {customers} clients dont les commandes sont en retard',
  },
  reviewRejectedRows: { one: 'Examiner {rows} ligne rejetée', other: 'Examiner {rows} lignes rejetées' },
  figuresLackTheseRows: 'Ces lignes manquent dans les chiffres.',
  couldntCheckReorders: 'Impossible de vérifier quoi réapprovisionner.',
  couldntCheckDeliveries: 'Impossible de vérifier les livraisons en retard.',
  couldntCheckCalls: 'Impossible de vérifier quels clients appeler.',
  couldntCheckRejects: 'Impossible de vérifier les lignes rejetées.',
  nothingToDo: 'Rien à faire aujourd’hui.',
  spendByMonth: 'Achats par mois',
};
