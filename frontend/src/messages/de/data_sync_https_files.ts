/** German texts: data sync https files. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/data_sync_https_files';

export const messages: Translation<typeof t> = {
  enterTheAddressOfAFile:
    'Geben Sie die https-Adresse einer CSV-Datei, Arbeitsmappe oder Parquet-Datei ein, oder den Link eines Google Sheets, das jeder mit dem Link ansehen kann. Lassen Sie andere Tabellen leer.',
  moreTables: 'Weitere Tabellen',
  protectedFiles: 'Geschützte Dateien',
  user: 'Benutzer',
  blankForABearerToken: 'Für ein Bearer-Token leer lassen.',
  passwordOrToken: 'Passwort oder Token',
  onlyForFilesOfOneServer:
    'Wird nur an einen Server gesendet. Wird verschlüsselt gespeichert und nie angezeigt: bei jeder Änderung neu eingeben.',
};
