/** Portuguese texts: data sync s3. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/data_sync_s3';

export const messages: Translation<typeof t> = {
  aBucketWithFilesNamed:
    'Um bucket com arquivos que têm os nomes das tabelas: AWS S3, MinIO, Cloudflare R2 ou Google Cloud Storage com uma chave HMAC.',
  endpoint: 'Endpoint',
  leaveBlankForAws: 'Deixe em branco para a AWS.',
  region: 'Região',
  requiredForAwsSuchAs: 'Obrigatória para a AWS, por exemplo eu-central-1.',
  bucket: 'Bucket',
  prefix: 'Prefixo',
  theFolderInTheBucket: 'A pasta no bucket. Deixe em branco para o bucket inteiro.',
  accessKeyId: 'ID da chave de acesso',
  itMayListTheBucket: 'Precisa de s3:ListBucket e s3:GetObject.',
  secretAccessKey: 'Chave de acesso secreta',
  storedEncryptedAndNeverShown: 'Armazenada criptografada e nunca exibida.',
  bucketInAddresses: 'Bucket nos endereços',
  automatic: 'Automático',
  inThePath: 'No caminho',
  inTheHost: 'No host',
};
