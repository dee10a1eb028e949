/** Files at https addresses, such as Google Sheets. */
import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { readFields } from '@/api/useTypedForm';
import { t } from '@/messages/en/data_sync';
import type { Connector, ConnectorFormProps } from './connector';
import { buildHttpsFilesInput, HTTPS_FILES_FIELDS } from './httpsFilesInput';

/** The same while the form loads, so that nothing below moves. In CSS pixels. */
const FORM_HEIGHT = 1000;

const HttpsFilesForm = lazy(async () => ({ default: (await import('./HttpsFilesForm')).HttpsFilesForm }));

function LoadedForm(props: ConnectorFormProps<'https_files'>) {
  return (
    <Suspense fallback={<Box sx={{ minHeight: FORM_HEIGHT }} />}>
      <HttpsFilesForm {...props} />
    </Suspense>
  );
}

export const httpsFilesConnector: Connector<'https_files'> = {
  get label() {
    return t('webFiles');
  },
  connectLabel: () => t('connectFiles'),
  Form: LoadedForm,
  readInput: (form) => buildHttpsFilesInput(readFields(form, HTTPS_FILES_FIELDS)),
  describe: ({ files }) => files.map(({ url }) => url).join(', '),
};
