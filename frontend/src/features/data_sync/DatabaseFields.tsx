/** The fields of a database source, filled with the current one; the password is always asked for, because it is never shown. */
import Box from '@mui/material/Box';
import { ChoiceGroup } from '@/ui/ChoiceGroup';
import { TextInput } from '@/ui/TextInput';
import type { Source } from './queries';
import { PROTECTIONS, type Protection } from './source_words';

const CHOICES = Object.keys(PROTECTIONS) as Protection[];

interface DatabaseFieldsProps {
  source: Source;
  protection: Protection;
  onProtect: (protection: Protection) => void;
}

export function DatabaseFields({ source, protection, onProtect }: DatabaseFieldsProps) {
  return (
    <>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}>
        <TextInput label="Server" name="host" help="Its name or address." defaultValue={source.host ?? ''} />
        <TextInput label="Port" name="port" defaultValue={String(source.port ?? 5432)} />
        <TextInput label="Database" name="database" defaultValue={source.database ?? ''} />
        <TextInput label="Schema" name="schema" defaultValue={source.schema ?? 'public'} />
        <TextInput
          label="User"
          name="user"
          autoComplete="off"
          help="Needs to read the tables only."
          defaultValue={source.user ?? ''}
        />
        <TextInput
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          help="Kept sealed, never shown."
        />
      </Box>
      <ChoiceGroup label="Encryption (TLS)" choices={CHOICES} chosen={[protection]} onPress={onProtect} />
      {protection === 'Verified' && (
        <TextInput
          label="CA certificate"
          name="certificate"
          required={false}
          rows={4}
          help="PEM text, where the server's certificate is from a private authority."
          defaultValue={source.caCertificate ?? ''}
        />
      )}
    </>
  );
}
