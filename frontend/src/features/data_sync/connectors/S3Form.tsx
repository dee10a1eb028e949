/**
 * The fields of a bucket, filled with the current values. The secret must be entered again, because it is
 * never shown.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync_s3';
import { TextInput } from '@/ui/TextInput';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { BUCKET_STYLES, type BucketStyle, parseBucketStyle } from './bucketStyle';
import type { ConnectorFormProps } from './connector';
import { S3_FIELDS } from './s3Input';

const STYLE_OPTIONS = Object.keys(BUCKET_STYLES) as BucketStyle[];
const styleLabel = (style: BucketStyle): string =>
  ({ automatic: t('automatic'), path: t('inThePath'), host: t('inTheHost') })[style];

export function S3Form({ source, failure }: ConnectorFormProps<'s3'>) {
  const [style, setStyle] = useState(parseBucketStyle(source));
  const { field } = useTypedForm({ fields: S3_FIELDS, failure });
  return (
    <>
      <Typography color="text.secondary">{t('aBucketWithFilesNamed')}</Typography>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextInput
          label={t('endpoint')}
          {...field('endpoint')}
          required={false}
          help={t('leaveBlankForAws')}
          defaultValue={source?.endpoint ?? ''}
        />
        <TextInput
          label={t('region')}
          {...field('region')}
          required={false}
          help={t('requiredForAwsSuchAs')}
          defaultValue={source?.region ?? ''}
        />
        <TextInput label={t('bucket')} {...field('bucket')} defaultValue={source?.bucket ?? ''} />
        <TextInput
          label={t('prefix')}
          {...field('prefix')}
          required={false}
          help={t('theFolderInTheBucket')}
          defaultValue={source?.prefix ?? ''}
        />
        <TextInput
          label={t('accessKeyId')}
          {...field('accessKeyId')}
          autoComplete="off"
          help={t('itMayListTheBucket')}
          defaultValue={source?.accessKeyId ?? ''}
        />
        <TextInput
          label={t('secretAccessKey')}
          {...field('secretAccessKey')}
          type="password"
          autoComplete="new-password"
          help={t('storedEncryptedAndNeverShown')}
        />
      </Box>
      <input type="hidden" name={field('pathStyle').name} value={BUCKET_STYLES[style]} />
      <ToggleGroup
        label={t('bucketInAddresses')}
        options={STYLE_OPTIONS}
        optionLabel={styleLabel}
        selected={[style]}
        onToggle={setStyle}
      />
    </>
  );
}
