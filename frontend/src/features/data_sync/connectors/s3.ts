/** A bucket of S3-compatible object storage. */
import { readFields } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync';
import type { Connector } from './connector';
import { lazyForm } from './lazyForm';
import { buildS3Input, S3_FIELDS } from './s3Input';

export const s3Connector: Connector<'s3'> = {
  label: 'S3',
  connectLabel: () => t('connectBucket'),
  Form: lazyForm<'s3'>(async () => (await import('./S3Form')).S3Form, 440),
  readInput: (form) => buildS3Input(readFields(form, S3_FIELDS)),
  describe: ({ bucket, prefix, endpoint, region, accessKeyId }) =>
    `${bucket}/${prefix} on ${endpoint ?? region}, as ${accessKeyId}`,
};
