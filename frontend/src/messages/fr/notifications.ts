/** French texts: notifications. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/notifications';

export const messages: Translation<typeof t> = {
  alerts: 'Alertes',
  theAlertsAreLoading: 'Chargement des alertes',
  couldntLoadTheAlerts: 'Impossible de charger les alertes.',
  lastUpdated: 'Dernière mise à jour : {at}.',
  showOlderAlerts: 'Afficher les alertes plus anciennes',
  youGetOneAlertWhenSomething:
    'Vous recevez une alerte quand quelque chose échoue et une autre quand c’est rétabli.',
  ownersAndAdminsAlsoGetAn: '{once} Les propriétaires et administrateurs reçoivent aussi un e-mail.',
  noOpenProblems: 'Aucun problème ouvert',
  openProblems: 'Problèmes ouverts',
  open: 'Ouverte',
  noAlertsYetFailedSyncsWill: 'Aucune alerte pour l’instant. Les synchronisations échouées apparaîtront ici.',
  pastAlertsNewestFirst: 'Alertes passées, les plus récentes d’abord',
  pastAlerts: 'Alertes passées',
  recovered: 'Rétabli',
  openTheFigures: 'Ouvrir les chiffres',
  openTheOrder: 'Ouvrir la commande',
  raised: 'Déclenchée',
};
