/** French texts: jobs. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/jobs';

export const messages: Translation<typeof t> = {
  task: 'Tâche',
  status: 'État',
  age: 'Âge',
  attempts: 'Tentatives',
  lastError: 'Dernière erreur',
  backgroundTasks: 'Tâches en arrière-plan',
  syncsAndEmailsNewestFirst: 'Synchronisations et e-mails, les plus récents d’abord.',
  theTasksAreLoading: 'Chargement des tâches',
  couldntLoadTheTasks: 'Impossible de charger les tâches.',
  noTasksYet: 'Aucune tâche pour l’instant.',
  noMatchingTasks: 'Aucune tâche correspondante.',
  showOlderTasks: 'Afficher les tâches plus anciennes',
  dataSync: 'Synchronisation des données',
  email: 'E-mail',
  waiting: 'En attente',
  running: 'En cours',
  done: 'Terminé',
  failed: 'Échec',
  canceled: 'Annulée',
  until: '{state} jusqu’à {dueAt}',
  min: '{seconds} min',
  allTasks: 'Toutes',
};
