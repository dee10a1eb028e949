/** The fields of a database source, filled with the current one; the password is always asked for, because it is never shown. */
import Box from '@mui/material/Box';
import type { TypedForm } from '@/api/useTypedForm';
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
          label="Server"
          {...field('host')}
          help="Its name or address."
          defaultValue={source.host ?? ''}
        />
        <TextInput label="Port" {...field('port')} defaultValue={String(source.port ?? 5432)} />
        <TextInput label="Database" {...field('database')} defaultValue={source.database ?? ''} />
        <TextInput label="Schema" {...field('schema')} defaultValue={source.schema ?? 'public'} />
        <TextInput
          label="User"
          {...field('user')}
          autoComplete="off"
          help="Needs to read the tables only."
          defaultValue={source.user ?? ''}
        />
        <TextInput
          label="Password"
          {...field('password')}
          type="password"
          autoComplete="new-password"
          help="Kept sealed, never shown."
        />
      </Box>
      <ToggleGroup
        label="Encryption (TLS)"
        options={TLS_OPTIONS}
        selected={[tlsMode]}
        onToggle={onTlsModeChange}
      />
      {tlsMode === 'Verified' && (
        <TextInput
          label="CA certificate"
          {...field('certificate')}
          required={false}
          rows={4}
          help="PEM text, where the server's certificate is from a private authority."
          defaultValue={source.caCertificate ?? ''}
        />
      )}
    </>
  );
}
