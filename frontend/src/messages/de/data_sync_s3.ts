/** German texts: data sync s3. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/data_sync_s3';

export const messages: Translation<typeof t> = {
  aBucketWithFilesNamed:
    'Ein Bucket mit Dateien, die wie die Tabellen heißen: AWS S3, MinIO, Cloudflare R2 oder Google Cloud Storage mit einem HMAC-Schlüssel.',
  endpoint: 'Endpunkt',
  leaveBlankForAws: 'Für AWS leer lassen.',
  region: 'Region',
  requiredForAwsSuchAs: 'Für AWS nötig, zum Beispiel eu-central-1.',
  bucket: 'Bucket',
  prefix: 'Präfix',
  theFolderInTheBucket: 'Der Ordner im Bucket. Für den ganzen Bucket leer lassen.',
  accessKeyId: 'Zugriffsschlüssel-ID',
  itMayListTheBucket: 'Braucht s3:ListBucket und s3:GetObject.',
  secretAccessKey: 'Geheimer Zugriffsschlüssel',
  storedEncryptedAndNeverShown: 'Wird verschlüsselt gespeichert und nie angezeigt.',
  bucketInAddresses: 'Bucket in Adressen',
  automatic: 'Automatisch',
  inThePath: 'Im Pfad',
  inTheHost: 'Im Host',
};
