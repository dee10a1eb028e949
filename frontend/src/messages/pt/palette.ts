/** Portuguese texts: command palette and shortcuts. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/palette';

export const messages: Translation<typeof t> = {
  search: 'Buscar',
  searchPagesCustomersItems: 'Buscar páginas, clientes, itens e fornecedores',
  results: 'Resultados',
  resultCount: { one: '{results} resultado', other: '{results} resultados' },
  noResults: 'Nenhum resultado.',
  pages: 'Páginas',
  actions: 'Ações',
  customers: 'Clientes',
  items: 'Itens',
  suppliers: 'Fornecedores',
  locations: 'Locais',
  orders: 'Pedidos',
  sproutAi: 'Sprout AI',
  askSproutAi: 'Perguntar à Sprout AI: {question}',
  createDraftOrders: 'Criar rascunhos de pedido',
  viewDraftOrders: 'Ver rascunhos de pedido',
  editOrderingCosts: 'Editar custos de pedido',
  viewSyncStatus: 'Ver status da sincronização',
  keyboardShortcuts: 'Atalhos de teclado',
  ctrlK: 'Ctrl+K',
  openPalette: 'Abrir a paleta de comandos',
  focusSearch: 'Ir para o campo de busca',
  moveBetweenRows: 'Mover entre as linhas de uma tabela',
  goTo: 'Ir para {page}',
  or: 'ou',
  then: 'depois',
};
