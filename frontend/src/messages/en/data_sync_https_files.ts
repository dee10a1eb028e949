/** English texts: data sync https files. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('data_sync_https_files', {
  enterTheAddressOfAFile:
    'Enter the https address of a CSV file, workbook or Parquet file, or the link of a Google Sheet that anyone with the link can view. Leave other tables blank.',
  moreTables: 'More tables',
  protectedFiles: 'Protected files',
  user: 'User',
  blankForABearerToken: 'Leave blank for a bearer token.',
  passwordOrToken: 'Password or token',
  onlyForFilesOfOneServer:
    'Sent to one server only. Stored encrypted and never shown: enter it again with every change.',
});
