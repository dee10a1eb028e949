/** French texts: saved views of the explore page. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/saved_views';

export const messages: Translation<typeof t> = {
  savedViews: 'Vues enregistrées',
  chooseAView: 'Choisissez une vue',
  saveView: 'Enregistrer la vue',
  saveAs: 'Enregistrer sous',
  newView: 'Nouvelle vue',
  schedule: 'Planifier',
  deleteView: 'Supprimer la vue',
  pinToDashboard: 'Épingler au tableau de bord',
  unpinFromDashboard: 'Retirer du tableau de bord',
  couldntChangeThePin: 'Impossible d’épingler ou de retirer la vue. Réessayez.',
  share: 'Partager',
  name: 'Nom',
  description: 'Description',
  visibility: 'Visibilité',
  onlyMe: 'Moi uniquement',
  everyone: 'Toute l’organisation',
  startWithThisView: 'Démarrer avec cette vue',
  no: 'Non',
  yes: 'Oui',
  sharedView: '{name} (partagée)',
  couldntSaveTheView: 'Impossible d’enregistrer la vue. Réessayez.',
  couldntDeleteTheView: 'Impossible de supprimer la vue. Réessayez.',
};
