/** A dataset of BigQuery. */
import { readFields } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync';
import { BigQueryForm } from './BigQueryForm';
import { BIGQUERY_FIELDS, buildBigQueryInput } from './bigQueryInput';
import type { Connector } from './connector';

export const bigQueryConnector: Connector<'bigquery'> = {
  label: 'BigQuery',
  connectLabel: () => t('connectDataset'),
  Form: BigQueryForm,
  readInput: (form, source) => buildBigQueryInput(readFields(form, BIGQUERY_FIELDS), source),
  describe: ({ projectId, dataset, clientEmail }) => `${projectId}.${dataset}, as ${clientEmail}`,
};
