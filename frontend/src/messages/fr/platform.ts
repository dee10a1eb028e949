/** French texts: platform. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/platform';

export const messages: Translation<typeof t> = {
  status: 'État',
  checkedJustNowFromThisBrowser: 'Vérifié à l’instant depuis ce navigateur.',
  theChecksAreRunning: 'Vérifications en cours',
  routingWorks: 'Le routage fonctionne',
  theApiAnsweredInMs: 'L’API a répondu en {milliseconds} ms',
  theApiIsntResponding: 'L’API ne répond pas',
  apiVersion: 'Version de l’API {version}',
  signedInTo: 'Connecté à {organization}',
  signedIn: 'Connecté',
  notSignedInShowingTheDemo: 'Non connecté (affichage de l’organisation de démonstration)',
  notSignedIn: 'Non connecté',
  works: 'Fonctionne',
  failed: 'Échec',
  pageNotFound: 'Page introuvable',
  thereIsNoPageAt: 'Il n’y a pas de page à {pathname}.',
  returnToDashboard: 'Retour au tableau de bord',
  goBack: 'Retour',
  quickLinks: 'Liens rapides',
  quickLinksHeading: 'Liens rapides :',
  dashboard: 'Tableau de bord',
  sproutAi: 'Sprout AI',
  systemCheck: 'Vérification du système',
  checksPagesAndServerConnections: 'Vérifie les pages et les connexions au serveur.',
  thereAreNoPagesAtSupplies: 'Il n’y a pas de pages à /supplies et /alerts : elles affichent la page 404.',
};
