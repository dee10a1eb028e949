/** English texts: saved views of the explore page. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('saved_views', {
  savedViews: 'Saved views',
  chooseAView: 'Choose a view',
  saveView: 'Save view',
  saveAs: 'Save as',
  newView: 'New view',
  schedule: 'Schedule',
  deleteView: 'Delete view',
  pinToDashboard: 'Pin to dashboard',
  unpinFromDashboard: 'Unpin from dashboard',
  couldntChangeThePin: 'Couldn’t change the pin. Try again.',
  share: 'Share',
  name: 'Name',
  description: 'Description',
  visibility: 'Visibility',
  onlyMe: 'Only me',
  everyone: 'Everyone in the organization',
  startWithThisView: 'Start with this view',
  no: 'No',
  yes: 'Yes',
  sharedView: '{name} (shared)',
  couldntSaveTheView: 'Couldn’t save the view. Try again.',
  couldntDeleteTheView: 'Couldn’t delete the view. Try again.',
});
