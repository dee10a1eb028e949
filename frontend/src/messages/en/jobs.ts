/** English texts: jobs. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('jobs', {
  task: 'Task',
  status: 'Status',
  age: 'Age',
  attempts: 'Attempts',
  lastError: 'Last error',
  backgroundTasks: 'Background tasks',
  syncsAndEmailsNewestFirst: 'Syncs and emails, newest first.',
  theTasksAreLoading: 'The tasks are loading',
  couldntLoadTheTasks: 'Couldn’t load the tasks.',
  noTasksYet: 'No tasks yet.',
  noMatchingTasks: 'No matching tasks.',
  showOlderTasks: 'Show older tasks',
  dataSync: 'Data sync',
  email: 'Email',
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  canceled: 'Canceled',
  until: '{state} until {dueAt}',
  min: '{seconds} min',
  allTasks: 'All',
});
