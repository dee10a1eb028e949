/** Spanish texts: jobs. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/jobs';

export const messages: Translation<typeof t> = {
  task: 'Tarea',
  status: 'Estado',
  age: 'Antigüedad',
  attempts: 'Intentos',
  lastError: 'Último error',
  backgroundTasks: 'Tareas en segundo plano',
  syncsAndEmailsNewestFirst: 'Sincronizaciones y correos, los más recientes primero.',
  theTasksAreLoading: 'Cargando las tareas',
  couldntLoadTheTasks: 'No se pudieron cargar las tareas.',
  noTasksYet: 'Aún no hay tareas.',
  noMatchingTasks: 'No hay tareas que coincidan.',
  showOlderTasks: 'Mostrar tareas anteriores',
  dataSync: 'Sincronización de datos',
  email: 'Correo electrónico',
  waiting: 'En espera',
  running: 'En curso',
  done: 'Listo',
  failed: 'Fallida',
  canceled: 'Cancelada',
  until: '{state} hasta {dueAt}',
  min: '{seconds} min',
  allTasks: 'Todas',
};
