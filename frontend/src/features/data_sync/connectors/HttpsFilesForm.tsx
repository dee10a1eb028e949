/**
 * The addresses of the tables' files, filled with the current ones. The secret must be entered again, because
 * it is never shown.
 */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync_https_files';
import { TextInput } from '@/ui/TextInput';
import { OPTIONAL_TABLES, SYNCABLE_TABLES, type SyncableTable } from '../syncableTables';
import type { ConnectorFormProps } from './connector';
import { HTTPS_FILES_FIELDS } from './httpsFilesInput';

export function HttpsFilesForm({ source, failure }: ConnectorFormProps<'https_files'>) {
  const { field } = useTypedForm({ fields: HTTPS_FILES_FIELDS, failure });
  const addressOf = (table: SyncableTable) => (
    <TextInput
      key={table.source}
      label={table.label}
      {...field(table.source)}
      required={false}
      autoComplete="off"
      defaultValue={source?.files.find(({ sourceTable }) => sourceTable === table.source)?.url ?? ''}
    />
  );
  return (
    <>
      <Typography color="text.secondary">{t('enterTheAddressOfAFile')}</Typography>
      {SYNCABLE_TABLES.map(addressOf)}
      <Typography component="h3" variant="subtitle2">
        {t('moreTables')}
      </Typography>
      {OPTIONAL_TABLES.map(addressOf)}
      <Typography component="h3" variant="subtitle2">
        {t('protectedFiles')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextInput
          label={t('user')}
          {...field('user')}
          required={false}
          autoComplete="off"
          help={t('blankForABearerToken')}
          defaultValue={source?.user ?? ''}
        />
        <TextInput
          label={t('passwordOrToken')}
          {...field('secret')}
          type="password"
          required={false}
          autoComplete="new-password"
          help={t('onlyForFilesOfOneServer')}
        />
      </Box>
    </>
  );
}
