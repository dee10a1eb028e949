/** German texts: API keys. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/api_keys';

export const messages: Translation<typeof t> = {
  keyCopied: 'Schlüssel kopiert.',
  yourBrowserBlockedCopyingSelectThe:
    'Ihr Browser hat das Kopieren blockiert. Markieren Sie den Schlüssel und kopieren Sie ihn von Hand.',
  created: '{name} wurde erstellt.',
  copyTheKeyNowAndStore:
    'Kopieren Sie den Schlüssel jetzt und bewahren Sie ihn sicher auf. Er wird nicht noch einmal angezeigt.',
  apiKey: 'API-Schlüssel {name}',
  apiReference: 'API-Referenz',
  sendItInTheAuthorizationHeader: 'Senden Sie ihn im Header „Authorization“, nie in einer URL. {link}',
  copyKey: 'Schlüssel kopieren',
  done: 'Fertig',
  thisKeyCanDoTheFollowing: 'Dieser Schlüssel kann Folgendes, solange {createdBy} es kann:',
  revokeKey: '{name} widerrufen',
  revoke: 'Widerrufen',
  anythingUsingThisKeyStopsWorking:
    'Alles, was diesen Schlüssel verwendet, funktioniert sofort nicht mehr. Das lässt sich nicht rückgängig machen.',
  name: 'Name',
  createdBy: 'Erstellt von',
  lastUsed: 'Zuletzt verwendet',
  never: 'Nie',
  expires: 'Läuft ab',
  expired: 'Abgelaufen',
  inactiveItsCreatorLeftTheOrganization: 'Inaktiv: Die erstellende Person hat die Organisation verlassen',
  apiKeys: 'API-Schlüssel',
  letYourSoftwareAccessSproutA:
    'Gewähren Sie Ihrer Software Zugriff auf Sprout. Ein Schlüssel kann nicht mehr als die Person, die ihn erstellt hat.',
  wasRevoked: '{name} wurde widerrufen.',
  newKey: 'Neuer Schlüssel',
  selectOnlyThePermissionsThatYour: 'Wählen Sie nur die Berechtigungen, die Ihre Software braucht.',
  theKeysAreLoading: 'Die Schlüssel werden geladen',
  couldntLoadTheKeys: 'Die Schlüssel konnten nicht geladen werden.',
  noApiKeysYetCreateOne: 'Noch keine API-Schlüssel. Erstellen Sie unten einen.',
  details: 'Details',
  aNameForTheSoftwareThat:
    'Ein Name für die Software, die ihn verwendet, zum Beispiel „Nächtlicher Bestandsexport“.',
  permissions: 'Berechtigungen',
  couldntCreateTheKeyTryAgain: 'Der Schlüssel konnte nicht erstellt werden. Versuchen Sie es erneut.',
  createKey: 'Schlüssel erstellen',
  couldntRevokeTheKey:
    'Der Schlüssel konnte nicht widerrufen werden. Er funktioniert weiterhin. Versuchen Sie es erneut.',
  in90Days: 'In 90 Tagen',
  in30Days: 'In 30 Tagen',
  inAYear: 'In einem Jahr',
};
