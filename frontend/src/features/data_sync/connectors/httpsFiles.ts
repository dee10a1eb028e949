/** Files at https addresses, such as Google Sheets. */
import { readFields } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync';
import type { Connector } from './connector';
import { buildHttpsFilesInput, HTTPS_FILES_FIELDS } from './httpsFilesInput';
import { lazyForm } from './lazyForm';

export const httpsFilesConnector: Connector<'https_files'> = {
  get label() {
    return t('webFiles');
  },
  connectLabel: () => t('connectFiles'),
  Form: lazyForm<'https_files'>(async () => (await import('./HttpsFilesForm')).HttpsFilesForm, 1000),
  readInput: (form) => buildHttpsFilesInput(readFields(form, HTTPS_FILES_FIELDS)),
  describe: ({ files }) => files.map(({ url }) => url).join(', '),
};
