/** English texts: command palette and shortcuts. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('palette', {
  search: 'Search',
  searchPagesCustomersItems: 'Search pages, customers, items and suppliers',
  results: 'Results',
  resultCount: { one: '1 result', other: '{results} results' },
  noResults: 'No results.',
  pages: 'Pages',
  actions: 'Actions',
  customers: 'Customers',
  items: 'Items',
  suppliers: 'Suppliers',
  sproutAi: 'Sprout AI',
  askSproutAi: 'Ask Sprout AI: {question}',
  createDraftOrders: 'Create draft orders',
  viewDraftOrders: 'View draft orders',
  editOrderingCosts: 'Edit ordering costs',
  viewSyncStatus: 'View sync status',
  keyboardShortcuts: 'Keyboard shortcuts',
  ctrlK: 'Ctrl+K',
  openPalette: 'Open the command palette',
  focusSearch: 'Go to the search field',
  moveBetweenRows: 'Move between the rows of a table',
  goTo: 'Go to {page}',
  or: 'or',
  then: 'then',
});
