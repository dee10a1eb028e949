/** A database of MySQL or MariaDB. */
import { readFields } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync';
import type { Connector } from './connector';
import { buildMysqlInput, DATABASE_FIELDS } from './databaseInput';
import { lazyForm } from './lazyForm';

export const mysqlConnector: Connector<'mysql'> = {
  label: 'MySQL / MariaDB',
  connectLabel: () => t('connectMysqlDatabase'),
  Form: lazyForm<'mysql'>(async () => (await import('./DatabaseForm')).MysqlForm, 380),
  readInput: (form) => buildMysqlInput(readFields(form, DATABASE_FIELDS)),
  describe: ({ database, host, user }) => `${database} on ${host}, as ${user}`,
};
