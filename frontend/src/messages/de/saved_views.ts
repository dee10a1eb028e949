/** German texts: saved views of the explore page. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/saved_views';

export const messages: Translation<typeof t> = {
  savedViews: 'Gespeicherte Ansichten',
  chooseAView: 'Ansicht wählen',
  saveView: 'Ansicht speichern',
  saveAs: 'Speichern als',
  newView: 'Neue Ansicht',
  schedule: 'Planen',
  deleteView: 'Ansicht löschen',
  pinToDashboard: 'Ans Dashboard anheften',
  unpinFromDashboard: 'Vom Dashboard lösen',
  couldntChangeThePin: 'Die Ansicht konnte nicht angeheftet oder gelöst werden. Versuchen Sie es erneut.',
  share: 'Teilen',
  name: 'Name',
  description: 'Beschreibung',
  visibility: 'Sichtbarkeit',
  onlyMe: 'Nur ich',
  everyone: 'Alle in der Organisation',
  startWithThisView: 'Mit dieser Ansicht starten',
  no: 'Nein',
  yes: 'Ja',
  sharedView: '{name} (geteilt)',
  couldntSaveTheView: 'Die Ansicht konnte nicht gespeichert werden. Versuchen Sie es erneut.',
  couldntDeleteTheView: 'Die Ansicht konnte nicht gelöscht werden. Versuchen Sie es erneut.',
};
