/** English texts: the connection. */
import { createTranslator } from '@/lib/translate';

export const t = createTranslator('connection', {
  youAreOffline: 'You are offline. Figures may be out of date.',
  offlineFiguresFrom: 'You are offline. Figures from {at}. Nothing can be changed.',
  couldntReachTheServerRetrying: 'Couldn’t reach the server. Trying again.',
  unreachableFiguresFrom: 'Couldn’t reach the server. Figures from {at}. Trying again.',
});
