/** French texts: command palette and shortcuts. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/palette';

export const messages: Translation<typeof t> = {
  search: 'Rechercher',
  searchPagesCustomersItems: 'Rechercher pages, clients, articles et fournisseurs',
  results: 'Résultats',
  resultCount: { one: '{results} résultat', other: '{results} résultats' },
  noResults: 'Aucun résultat.',
  pages: 'Pages',
  actions: 'Actions',
  customers: 'Clients',
  items: 'Articles',
  suppliers: 'Fournisseurs',
  locations: 'Sites',
  orders: 'Commandes',
  sproutAi: 'Sprout AI',
  askSproutAi: 'Interroger Sprout AI : {question}',
  createDraftOrders: 'Créer des brouillons de commande',
  viewDraftOrders: 'Voir les brouillons de commande',
  editOrderingCosts: 'Modifier les coûts de commande',
  viewSyncStatus: 'Voir l’état de synchronisation',
  keyboardShortcuts: 'Raccourcis clavier',
  ctrlK: 'Ctrl+K',
  openPalette: 'Ouvrir la palette de commandes',
  focusSearch: 'Aller au champ de recherche',
  moveBetweenRows: 'Se déplacer entre les lignes d’un tableau',
  goTo: 'Aller à {page}',
  or: 'ou',
  then: 'puis',
};
