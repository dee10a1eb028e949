/** French texts: saved views on the dashboard. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/pinned_views';

export const messages: Translation<typeof t> = {
  openInExplore: 'Ouvrir dans Explorer',
  unpin: 'Détacher',
  unpinView: 'Détacher {name}',
  isLoading: 'Chargement de {name}',
  couldntLoad: 'Impossible de charger les chiffres.',
  couldntLoadPins: 'Impossible de charger vos vues épinglées.',
  couldntUnpin: 'Impossible de détacher la vue. Réessayez.',
  notPermitted: 'Vous n’êtes pas autorisé à voir ces chiffres.',
  noRows: 'Aucune ligne ne correspond à cette vue.',
  firstRows: 'Les {count} premières lignes sur {total}.',
};
