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
import {
  DATABASE_FIELDS,
  DEFAULT_PORTS,
  parseTlsMode,
  SSL_MODES,
  TLS_MODES,
  tlsLabel,
  type DatabaseKind,
  type TlsMode,
} from './databaseInput';

/** What the sources of both kinds have. */
interface StoredDatabase {
  host: string;
  port: number;
  database: string;
  user: string;
  caCertificate?: string;
}

interface DatabaseFormProps {
  kind: DatabaseKind;
  source: StoredDatabase | undefined;
  /** The schema with the tables; undefined where databases have none. */
  schema?: string;
  tlsMode: TlsMode;
  failure: unknown;
}

function DatabaseForm({ kind, source, schema, tlsMode: storedMode, failure }: DatabaseFormProps) {
  const [tlsMode, setTlsMode] = useState(storedMode);
  const { field } = useTypedForm({ fields: DATABASE_FIELDS, failure });
  return (
    <>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}>
        <TextInput
          label={t('server')}
          {...field('host')}
          help={t('hostNameOrIpAddress')}
          defaultValue={source?.host ?? ''}
        />
        <TextInput
          label={t('port')}
          {...field('port')}
          defaultValue={String(source?.port ?? DEFAULT_PORTS[kind])}
        />
        <TextInput label={t('database')} {...field('database')} defaultValue={source?.database ?? ''} />
        {schema === undefined ? (
          <Box />
        ) : (
          <TextInput label={t('schema')} {...field('schema')} defaultValue={schema} />
        )}
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
      <input type="hidden" name={field('sslmode').name} value={SSL_MODES[kind][tlsMode] ?? ''} />
      <ToggleGroup
        label={t('encryptionTls')}
        options={TLS_MODES}
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

export function PostgresForm({ source, failure }: ConnectorFormProps<'postgres'>) {
  return (
    <DatabaseForm
      kind="postgres"
      source={source}
      schema={source?.schema ?? 'public'}
      tlsMode={parseTlsMode('postgres', source?.sslmode)}
      failure={failure}
    />
  );
}

export function MysqlForm({ source, failure }: ConnectorFormProps<'mysql'>) {
  return (
    <DatabaseForm
      kind="mysql"
      source={source}
      tlsMode={parseTlsMode('mysql', source?.sslMode)}
      failure={failure}
    />
  );
}
