/** Portuguese texts: jobs. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/jobs';

export const messages: Translation<typeof t> = {
  task: 'Tarefa',
  status: 'Status',
  age: 'Idade',
  attempts: 'Tentativas',
  lastError: 'Último erro',
  backgroundTasks: 'Tarefas em segundo plano',
  syncsAndEmailsNewestFirst: 'Sincronizações e e-mails, os mais recentes primeiro.',
  theTasksAreLoading: 'Carregando as tarefas',
  couldntLoadTheTasks: 'Não foi possível carregar as tarefas.',
  noTasksYet: 'Ainda não há tarefas.',
  noMatchingTasks: 'Nenhuma tarefa correspondente.',
  showOlderTasks: 'Mostrar tarefas mais antigas',
  dataSync: 'Sincronização de dados',
  email: 'E-mail',
  waiting: 'Aguardando',
  running: 'Em execução',
  done: 'Concluído',
  failed: 'Com falha',
  canceled: 'Cancelada',
  until: '{state} até {dueAt}',
  min: '{seconds} min',
  allTasks: 'Todas',
};
