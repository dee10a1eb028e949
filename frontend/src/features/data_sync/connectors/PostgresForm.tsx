/**
 * The fields of a database source, filled with the current values. The password must be entered again,
 * because it is never shown.
 */
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync_source';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { TextInput } from '@/ui/TextInput';
import type { ConnectorFormProps } from './connector';
import { parseTlsMode, POSTGRES_FIELDS, tlsLabel, TLS_MODES, type TlsMode } from './postgresInput';

const TLS_OPTIONS = Object.keys(TLS_MODES) as TlsMode[];

export function PostgresForm({ source, failure }: ConnectorFormProps<'postgres'>) {
  const [tlsMode, setTlsMode] = useState(parseTlsMode(source?.sslmode));
  const { field } = useTypedForm({ fields: POSTGRES_FIELDS, failure });
  return (
    <>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}>
        <TextInput
          label={t('server')}
          {...field('host')}
          help={t('hostNameOrIpAddress')}
          defaultValue={source?.host ?? ''}
        />
        <TextInput label={t('port')} {...field('port')} defaultValue={String(source?.port ?? 5432)} />
        <TextInput label={t('database')} {...field('database')} defaultValue={source?.database ?? ''} />
        <TextInput label={t('schema')} {...field('schema')} defaultValue={source?.schema ?? 'public'} />
        <TextInput
          label={t('user')}
          {...field('user')}
          autoComplete="off"
          help={t('readAccessToTheTablesIs')}
          defaultValue={source?.user ?? ''}
        />
        <TextInput
          label={t('password')}
          {...field('password')}
          type="password"
          autoComplete="new-password"
          help={t('storedEncryptedAndNeverShown')}
        />
      </Box>
      <input type="hidden" name={field('sslmode').name} value={TLS_MODES[tlsMode] ?? ''} />
      <ToggleGroup
        label={t('encryptionTls')}
        options={TLS_OPTIONS}
        optionLabel={tlsLabel}
        selected={[tlsMode]}
        onToggle={setTlsMode}
      />
      {tlsMode === 'verified' && (
        <TextInput
          label={t('caCertificate')}
          {...field('certificate')}
          required={false}
          rows={4}
          help={t('pemTextOnlyNeededForA')}
          defaultValue={source?.caCertificate ?? ''}
        />
      )}
    </>
  );
}
