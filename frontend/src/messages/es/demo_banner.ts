/** Spanish texts: the banner of the demo. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/demo_banner';

export const messages: Translation<typeof t> = {
  demoFigures: 'Demostración: todas las cifras son de una empresa agropecuaria de ejemplo.',
  demoFiguresForVisitors: 'Demostración de una empresa de ejemplo. {link} para usar sus propios datos.',
  createAccount: 'Crear una cuenta',
};
