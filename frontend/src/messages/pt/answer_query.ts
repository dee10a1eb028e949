/** Portuguese texts: the query of an answer. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/answer_query';

export const messages: Translation<typeof t> = {
  partsOfTheQuestion: 'Partes da pergunta',
  change: 'Alterar {part}',
  remove: 'Remover {part}',
  openInExplore: 'Abrir no Explorar',
  pinToDashboard: 'Fixar no painel',
  pinned: 'Fixado no painel.',
  openDashboard: 'Abrir o painel',
  couldntPin: 'Não foi possível fixar a resposta. Tente novamente.',
};
