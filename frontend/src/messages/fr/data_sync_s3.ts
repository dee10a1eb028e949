/** French texts: data sync s3. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/data_sync_s3';

export const messages: Translation<typeof t> = {
  aBucketWithFilesNamed:
    'Un bucket avec des fichiers qui portent le nom des tables : AWS S3, MinIO, Cloudflare R2 ou Google Cloud Storage avec une clé HMAC.',
  endpoint: 'Point de terminaison',
  leaveBlankForAws: 'Laisser vide pour AWS.',
  region: 'Région',
  requiredForAwsSuchAs: 'Obligatoire pour AWS, par exemple eu-central-1.',
  bucket: 'Bucket',
  prefix: 'Préfixe',
  theFolderInTheBucket: 'Le dossier dans le bucket. Laisser vide pour tout le bucket.',
  accessKeyId: 'ID de clé d’accès',
  itMayListTheBucket: 'Nécessite s3:ListBucket et s3:GetObject.',
  secretAccessKey: 'Clé d’accès secrète',
  storedEncryptedAndNeverShown: 'Stockée chiffrée et jamais affichée.',
  bucketInAddresses: 'Bucket dans les adresses',
  automatic: 'Automatique',
  inThePath: 'Dans le chemin',
  inTheHost: 'Dans l’hôte',
};
