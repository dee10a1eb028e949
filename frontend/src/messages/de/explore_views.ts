/** German texts: saved views of the explore page. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/explore_views';

export const messages: Translation<typeof t> = {
  savedViews: 'Gespeicherte Ansichten',
  chooseAView: 'Ansicht wählen',
  saveView: 'Ansicht speichern',
  deleteView: 'Ansicht löschen',
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
