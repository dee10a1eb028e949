/** Portuguese texts: saved views on the dashboard. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/pinned_views';

export const messages: Translation<typeof t> = {
  openInExplore: 'Abrir em Explorar',
  unpin: 'Desafixar',
  unpinView: 'Desafixar {name}',
  isLoading: 'Carregando {name}',
  couldntLoad: 'Não foi possível carregar os números.',
  couldntLoadPins: 'Não foi possível carregar suas visualizações fixadas.',
  couldntUnpin: 'Não foi possível desafixar a visualização. Tente novamente.',
  notPermitted: 'Você não tem permissão para ver estes números.',
  noRows: 'Nenhuma linha corresponde a esta visualização.',
  firstRows: 'As primeiras {count} de {total} linhas.',
};
