/** A schema of a PostgreSQL database. */
import { readFields } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync';
import type { Connector } from './connector';
import { buildPostgresInput, DATABASE_FIELDS } from './databaseInput';
import { lazyForm } from './lazyForm';

export const postgresConnector: Connector<'postgres'> = {
  label: 'PostgreSQL',
  connectLabel: () => t('connectDatabase'),
  Form: lazyForm<'postgres'>(async () => (await import('./DatabaseForm')).PostgresForm, 380),
  readInput: (form) => buildPostgresInput(readFields(form, DATABASE_FIELDS)),
  describe: ({ database, host, schema, user }) => `${database} on ${host}, schema ${schema}, as ${user}`,
};
