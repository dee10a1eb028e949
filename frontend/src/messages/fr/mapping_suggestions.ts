/** French texts: suggested mappings of a source. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/mapping_suggestions';

export const messages: Translation<typeof t> = {
  looksLike: '{name} ressemble à {table} (certitude : {confidence}).',
  reviewSuggestion: 'Vérifier la suggestion',
  completeWords: 'Indiquez ce que ces mots signifient pour {column} : {words}.',
  checkAndSave: 'Rempli ci-dessous. Vérifiez chaque colonne, puis enregistrez la correspondance.',
  fillIn: 'Remplir à partir de {name}',
  joinOrders:
    '{name} ne contient que des commandes ou que leurs lignes. Créez une vue qui les réunit et associez-la.',
  separateLocations:
    '{name} a une colonne par site. Créez une vue avec une ligne par article et par site, et associez-la.',
  separatePartners:
    '{name} est un client ou un fournisseur. Calculez customer_id et supplier_id à partir de cette colonne et du type de document.',
  incomingQuantity:
    '{name} est une quantité entrée. Calculez quantity et direction à partir d’elle et de la quantité sortie.',
  chooseColumn: 'Quelle colonne est {name} : {options} ?',
  missingColumn: 'Quelle colonne est {name}, ou quelle valeur a-t-elle dans chaque ligne ?',
  dateOrder:
    'Le mois ou le jour vient-il en premier dans {name} ? Lisez la colonne comme une date d’une forme connue.',
  decimalSign:
    'Le séparateur dans {name} est-il un signe décimal ? Lisez la colonne comme un nombre avec un signe décimal connu.',
};
