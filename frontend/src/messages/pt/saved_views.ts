/** Portuguese texts: saved views of the explore page. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/saved_views';

export const messages: Translation<typeof t> = {
  savedViews: 'Visualizações salvas',
  chooseAView: 'Escolha uma visualização',
  saveView: 'Salvar visualização',
  saveAs: 'Salvar como',
  newView: 'Nova visualização',
  schedule: 'Agendar',
  deleteView: 'Excluir visualização',
  pinToDashboard: 'Fixar no painel',
  unpinFromDashboard: 'Remover do painel',
  couldntChangeThePin: 'Não foi possível fixar ou remover a visualização. Tente novamente.',
  share: 'Compartilhar',
  name: 'Nome',
  description: 'Descrição',
  visibility: 'Visibilidade',
  onlyMe: 'Somente eu',
  everyone: 'Todos na organização',
  startWithThisView: 'Começar com esta visualização',
  no: 'Não',
  yes: 'Sim',
  sharedView: '{name} (compartilhada)',
  couldntSaveTheView: 'Não foi possível salvar a visualização. Tente novamente.',
  couldntDeleteTheView: 'Não foi possível excluir a visualização. Tente novamente.',
};
