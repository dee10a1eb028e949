/**
 * The fields of a database source, filled with the current values. The password must be entered again,
 * because it is never shown.
 */
import Box from '@mui/material/Box';
import type { TypedForm } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync_source';
import { ToggleGroup } from '@/ui/ToggleGroup';
import { TextInput } from '@/ui/TextInput';
import type { Source } from './queries';
import { TLS_MODES, type TlsMode, type SourceField } from './sourceInput';

const TLS_OPTIONS = Object.keys(TLS_MODES) as TlsMode[];

interface DatabaseFieldsProps {
  source: Source;
  field: TypedForm<SourceField>['field'];
  tlsMode: TlsMode;
  onTlsModeChange: (protection: TlsMode) => void;
}

export function DatabaseFields({ source, field, tlsMode, onTlsModeChange }: DatabaseFieldsProps) {
  return (
    <>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}>
        <TextInput
          label={t('server')}
          {...field('host')}
          help={t('hostNameOrIpAddress')}
          defaultValue={source.host ?? ''}
        />
        <TextInput label={t('port')} {...field('port')} defaultValue={String(source.port ?? 5432)} />
        <TextInput label={t('database')} {...field('database')} defaultValue={source.database ?? ''} />
        <TextInput label={t('schema')} {...field('schema')} defaultValue={source.schema ?? 'public'} />
        <TextInput
          label={t('user')}
          {...field('user')}
          autoComplete="off"
          help={t('readAccessToTheTablesIs')}
          defaultValue={source.user ?? ''}
        />
        <TextInput
          label={t('password')}
          {...field('password')}
          type="password"
          autoComplete="new-password"
          help={t('storedEncryptedAndNeverShown')}
        />
      </Box>
      <ToggleGroup
        label={t('encryptionTls')}
        options={TLS_OPTIONS}
        selected={[tlsMode]}
        onToggle={onTlsModeChange}
      />
      {tlsMode === 'Verified' && (
        <TextInput
          label={t('caCertificate')}
          {...field('certificate')}
          required={false}
          rows={4}
          help={t('pemTextOnlyNeededForA')}
          defaultValue={source.caCertificate ?? ''}
        />
      )}
    </>
  );
}
