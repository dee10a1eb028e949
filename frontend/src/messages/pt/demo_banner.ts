/** Portuguese texts: the banner of the demo. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/demo_banner';

export const messages: Translation<typeof t> = {
  demoFigures: 'Demo: números de uma revenda agrícola de exemplo.',
  demoFiguresForVisitors: 'Dados de exemplo. {link} para usar os seus.',
  createAccount: 'Criar uma conta',
};
