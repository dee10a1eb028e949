/** French texts: data components. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/ui_data';

export const messages: Translation<typeof t> = {
  rowsUsed: 'Lignes utilisées : {rows}.',
  rowsLeftOut: 'Lignes écartées : {rows}.',
  rowsLeftOutBecause: 'Lignes écartées : {rows} ({reasons}).',
  inAnotherCurrency: '{rows} dans une autre devise',
  inAnotherUnit: '{rows} dans une autre unité',
  returns: '{rows} retours',
  withZeroPrices: '{rows} à prix nul',
  withUnusualPrices: '{rows} aux prix inhabituels',
  inCategoriesWithTooFewMonths: '{rows} dans des catégories avec trop peu de mois',
  soldWhereTheItemHasNoStock: '{rows} vendues sur un site sans stock de l’article',
  ofItemsWithoutStock: '{rows} d’articles sans ligne de stock',
  outOfRange: '{rows} hors plage',
  asOf: 'Au {asOf}.',
  howIsThisComputed: 'Comment est-ce calculé ?',
  howFiguresAreComputed: 'Comment les chiffres sont calculés',
  close: 'Fermer',
  isLoading: '{label} : chargement',
  sampleData: 'Données d’exemple',
  dataAsOf: 'Données au {asOf}',
  dataThroughStale: 'Données jusqu’au {day}, périmées',
  previousFigures: 'De nouveaux chiffres sont en cours de calcul. En attendant, voici les précédents.',
  figuresAreStale:
    'Les chiffres sont périmés : les données les plus récentes datent du {day}, il y a {days} jours. Synchronisez des données plus récentes pour les mettre à jour.',
  figuresAreForEarlierDay:
    'Les chiffres valent pour le {day}, jour des données les plus récentes, il y a {days} jours. Synchronisez des données plus récentes pour les mettre à jour.',
  synced: 'Synchronisé {synced}',
  syncedOverdue: 'Synchronisé {synced}, {overdue}',
  notRefreshedSince: 'Pas actualisé depuis {since}',
};
