/** French texts: what the dates of sales are. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/sales_dating';

export const messages: Translation<typeof t> = {
  salesDates: 'Dates des ventes',
  aSaleCountsAsDemand: 'Une vente compte comme demande le jour où la marchandise part.',
  theSalesDatesAreLoading: 'Chargement des dates des ventes',
  couldntLoadTheSalesDates: 'Impossible de charger les dates des ventes. Réessayez.',
  couldntSaveTheSalesDates: 'Impossible d’enregistrer les dates des ventes. Réessayez.',
  theDateOfASaleIs: 'Date d’une vente',
  asYourDataShows: 'Selon vos données : {dating}',
  booking: 'Jour de la réservation',
  delivery: 'Jour de la livraison',
  otherDays: '{lines} lignes de vente sur {all} ont été livrées un autre jour que leur date.',
  noOtherDays: 'Aucune ligne de vente n’a un autre jour de livraison que sa date.',
  missingDays:
    '{lines} lignes de vente de plus d’un an ont un jour promis mais pas de jour de livraison ; il y en a plus que de lignes livrées un autre jour que leur date.',
};
