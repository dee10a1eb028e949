/** A folder of CSV or Parquet files on the server. */
import { readFields } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync';
import type { Connector } from './connector';
import { FILES_FIELDS, FilesForm } from './FilesForm';

export const filesConnector: Connector<'files'> = {
  get label() {
    return t('folder');
  },
  connectLabel: () => t('connectFolder'),
  Form: FilesForm,
  readInput: (form) => ({ kind: 'files', path: readFields(form, FILES_FIELDS).path.trim() }),
  describe: ({ path }) => path,
};
