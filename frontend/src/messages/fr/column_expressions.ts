/** French texts: columns of a source that are computed from others. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/column_expressions';

export const messages: Translation<typeof t> = {
  compute: 'Calculer à partir d’autres colonnes',
  notComputed: 'Non calculée',
  firstFilled: 'Première colonne qui n’est pas vide',
  concatenate: 'Colonnes réunies',
  removePrefix: 'Colonne sans un préfixe',
  add: 'Somme des colonnes',
  subtract: 'Première colonne moins la deuxième',
  multiply: 'Produit des colonnes',
  divide: 'Première colonne divisée par la deuxième',
  scale: 'Colonne fois un nombre',
  negateWhen: 'Première colonne, signe inversé si la deuxième est un mot',
  negativeWhen: 'Première colonne, négative si la deuxième est un mot',
  absolute: 'Colonne sans son signe',
  keepWhen: 'Première colonne seulement si la deuxième est un mot',
  wordBySign: 'Mot selon le signe de la colonne',
  dateFromParts: 'Date à partir de l’année, du mois et du jour',
  readDate: 'Date dans une forme connue',
  readNumber: 'Nombre avec un signe décimal connu',
  separator: 'Séparateur',
  prefix: 'Préfixe',
  factor: 'Nombre, tel que 0.01',
  dateForm: 'Forme : mdy, dmy, yyyymmdd ou cyymmdd',
  decimalSign: 'Signe décimal : point ou comma',
  columnsOfYourSource: 'Colonnes de votre source',
  oneColumnPerLine: 'Une par ligne, dans l’ordre de l’opération.',
  wordsBySign: 'Mot si négatif, puis mot si positif',
  wordsOfTheSecondColumn: 'Mots de la deuxième colonne',
  oneWordPerLine: 'Un mot par ligne.',
};
