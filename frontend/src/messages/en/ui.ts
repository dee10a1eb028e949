/** English texts: UI components. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('ui', {
  retry: 'Retry',
  request: 'Request {requestId}',
});
