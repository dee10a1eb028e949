/** French texts: data sync https files. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/data_sync_https_files';

export const messages: Translation<typeof t> = {
  enterTheAddressOfAFile:
    'Saisissez l’adresse https d’un fichier CSV, d’un classeur ou d’un fichier Parquet, ou le lien d’une feuille Google que toute personne disposant du lien peut voir. Laissez les autres tables vides.',
  moreTables: 'Autres tables',
  protectedFiles: 'Fichiers protégés',
  user: 'Utilisateur',
  blankForABearerToken: 'Laissez vide pour un jeton d’accès (bearer).',
  passwordOrToken: 'Mot de passe ou jeton',
  onlyForFilesOfOneServer:
    'Envoyé à un seul serveur. Stocké chiffré et jamais affiché : saisissez-le à chaque modification.',
};
