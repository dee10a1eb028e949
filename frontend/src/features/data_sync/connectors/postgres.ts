/** A schema of a PostgreSQL database. */
import { readFields } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync';
import type { Connector } from './connector';
import { PostgresForm } from './PostgresForm';
import { buildPostgresInput, POSTGRES_FIELDS } from './postgresInput';

export const postgresConnector: Connector<'postgres'> = {
  label: 'PostgreSQL',
  connectLabel: () => t('connectDatabase'),
  Form: PostgresForm,
  readInput: (form) => buildPostgresInput(readFields(form, POSTGRES_FIELDS)),
  describe: ({ database, host, schema, user }) => `${database} on ${host}, schema ${schema}, as ${user}`,
};
