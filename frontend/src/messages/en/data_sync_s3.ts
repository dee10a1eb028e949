/** English texts: data sync s3. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('data_sync_s3', {
  aBucketWithFilesNamed:
    'A bucket with files named like the tables: AWS S3, MinIO, Cloudflare R2, or Google Cloud Storage with an HMAC key.',
  endpoint: 'Endpoint',
  leaveBlankForAws: 'Leave blank for AWS.',
  region: 'Region',
  requiredForAwsSuchAs: 'Required for AWS, such as eu-central-1.',
  bucket: 'Bucket',
  prefix: 'Prefix',
  theFolderInTheBucket: 'The folder in the bucket. Leave blank for the whole bucket.',
  accessKeyId: 'Access key ID',
  itMayListTheBucket: 'Needs s3:ListBucket and s3:GetObject.',
  secretAccessKey: 'Secret access key',
  storedEncryptedAndNeverShown: 'Stored encrypted and never shown.',
  bucketInAddresses: 'Bucket in addresses',
  automatic: 'Automatic',
  inThePath: 'In the path',
  inTheHost: 'In the host',
});
