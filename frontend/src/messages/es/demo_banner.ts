/** Spanish texts: the banner of the demo. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/demo_banner';

export const messages: Translation<typeof t> = {
  demoFigures: 'Demo: cifras de una empresa agropecuaria de ejemplo.',
  demoFiguresForVisitors: 'Datos de ejemplo. {link} para usar los suyos.',
  createAccount: 'Crear una cuenta',
};
