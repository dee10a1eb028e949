/** English texts: UI components. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('ui', {
  leaveWithoutSaving: 'Leave without saving your changes?',
  retry: 'Retry',
  request: 'Request {requestId}',
});
