/** French texts: unusual prices. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/price_outliers';

export const messages: Translation<typeof t> = {
  unusualPrices: 'Prix inhabituels',
  unusualPricesAreLeftOutUntil:
    'Prix d’achat éloignés du prix habituel de l’article. L’indice des prix, les tendances et les conseils les écartent jusqu’à ce que quelqu’un les confirme.',
  theUnusualPricesAreLoading: 'Chargement des prix inhabituels',
  couldntLoadTheUnusualPrices: 'Impossible de charger les prix inhabituels.',
  couldntSaveThePriceTryAgain: 'Impossible d’enregistrer la modification. Réessayez.',
  noUnusualPrices: 'Aucun prix inhabituel',
  showOlderPrices: 'Afficher les prix plus anciens',
  item: 'Article',
  day: 'Jour',
  price: 'Prix',
  usualPrice: 'Prix habituel',
  status: 'État',
  leftOut: 'Écarté',
  confirmedBy: 'Confirmé par {name}, {at}',
  confirmPrice: 'Confirmer le prix',
  confirmPriceOf: 'Confirmer le prix : {name}',
  undo: 'Annuler',
  undoConfirmationOf: 'Annuler la confirmation : {name}',
  noSupplier: 'Aucun fournisseur',
  rows: 'Lignes',
  rowsOf: 'Lignes : {name}',
  lineOfOrder: 'Ligne {line} de la commande {order} : {quantity}',
  moreLines: { one: '{lines} ligne de plus', other: '{lines} lignes de plus' },
};
