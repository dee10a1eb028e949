/** German texts: jobs. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/jobs';

export const messages: Translation<typeof t> = {
  task: 'Aufgabe',
  status: 'Status',
  age: 'Alter',
  attempts: 'Versuche',
  lastError: 'Letzter Fehler',
  backgroundTasks: 'Hintergrundaufgaben',
  syncsAndEmailsNewestFirst: 'Synchronisierungen und E-Mails, neueste zuerst.',
  theTasksAreLoading: 'Die Aufgaben werden geladen',
  couldntLoadTheTasks: 'Die Aufgaben konnten nicht geladen werden.',
  noTasksYet: 'Noch keine Aufgaben.',
  noMatchingTasks: 'Keine passenden Aufgaben.',
  showOlderTasks: 'Ältere Aufgaben anzeigen',
  dataSync: 'Datensynchronisierung',
  email: 'E-Mail',
  waiting: 'Wartet',
  running: 'Läuft',
  done: 'Fertig',
  failed: 'Fehlgeschlagen',
  canceled: 'Abgebrochen',
  until: '{state} bis {dueAt}',
  min: '{seconds} min',
  allTasks: 'Alle',
};
