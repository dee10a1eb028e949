/** French texts: API keys. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/api_keys';

export const messages: Translation<typeof t> = {
  keyCopied: 'Clé copiée.',
  yourBrowserBlockedCopyingSelectThe:
    'Votre navigateur a bloqué la copie. Sélectionnez la clé et copiez-la manuellement.',
  created: '{name} : clé créée.',
  copyTheKeyNowAndStore: 'Copiez la clé maintenant et conservez-la en lieu sûr. Vous ne la reverrez pas.',
  apiKey: 'Clé API {name}',
  apiReference: 'Référence de l’API',
  sendItInTheAuthorizationHeader:
    'Envoyez-la dans l’en-tête Authorization ; ne la mettez jamais dans une URL. {link}',
  copyKey: 'Copier la clé',
  done: 'Terminé',
  thisKeyCanDoTheFollowing: 'Cette clé peut faire ce qui suit, tant que {createdBy} le peut :',
  revokeKey: 'Révoquer {name}',
  revoke: 'Révoquer',
  anythingUsingThisKeyStopsWorking:
    'Tout ce qui utilise cette clé cesse immédiatement de fonctionner. Cette action est irréversible.',
  name: 'Nom',
  createdBy: 'Créée par',
  lastUsed: 'Dernière utilisation',
  never: 'Jamais',
  expires: 'Expire',
  expired: 'Expirée',
  inactiveItsCreatorLeftTheOrganization: 'Inactive : son créateur a quitté l’organisation',
  apiKeys: 'Clés API',
  letYourSoftwareAccessSproutA:
    'Donnez à vos logiciels accès à Sprout. Une clé ne peut pas faire plus que la personne qui l’a créée.',
  wasRevoked: '{name} a été révoquée.',
  newKey: 'Nouvelle clé',
  selectOnlyThePermissionsThatYour: 'Sélectionnez uniquement les autorisations dont votre logiciel a besoin.',
  theKeysAreLoading: 'Chargement des clés',
  couldntLoadTheKeys: 'Impossible de charger les clés.',
  noApiKeysYetCreateOne: 'Aucune clé API pour l’instant. Créez-en une ci-dessous.',
  details: 'Détails',
  aNameForTheSoftwareThat: 'Un nom pour le logiciel qui l’utilise, par exemple « Export nocturne du stock ».',
  permissions: 'Autorisations',
  couldntCreateTheKeyTryAgain: 'Impossible de créer la clé. Réessayez.',
  createKey: 'Créer la clé',
  couldntRevokeTheKey: 'Impossible de révoquer la clé. Elle fonctionne toujours. Réessayez.',
  in90Days: 'Dans 90 jours',
  in30Days: 'Dans 30 jours',
  inAYear: 'Dans un an',
};
