/** Spanish texts: data sync s3. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/data_sync_s3';

export const messages: Translation<typeof t> = {
  aBucketWithFilesNamed:
    'Un bucket con archivos que se llaman como las tablas: AWS S3, MinIO, Cloudflare R2 o Google Cloud Storage con una clave HMAC.',
  endpoint: 'Punto de conexión',
  leaveBlankForAws: 'Dejar en blanco para AWS.',
  region: 'Región',
  requiredForAwsSuchAs: 'Obligatoria para AWS, por ejemplo eu-central-1.',
  bucket: 'Bucket',
  prefix: 'Prefijo',
  theFolderInTheBucket: 'La carpeta del bucket. Dejar en blanco para todo el bucket.',
  accessKeyId: 'ID de clave de acceso',
  itMayListTheBucket: 'Necesita s3:ListBucket y s3:GetObject.',
  secretAccessKey: 'Clave de acceso secreta',
  storedEncryptedAndNeverShown: 'Se guarda cifrada y no se muestra nunca.',
  bucketInAddresses: 'Bucket en las direcciones',
  automatic: 'Automático',
  inThePath: 'En la ruta',
  inTheHost: 'En el host',
};
