/** Portuguese texts: the banner of the demo. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/demo_banner';

export const messages: Translation<typeof t> = {
  demoFigures: 'Demonstração: todos os números são de uma revenda agrícola de exemplo.',
  demoFiguresForVisitors: 'Demonstração de uma empresa de exemplo. {link} para usar seus próprios dados.',
  createAccount: 'Criar uma conta',
};
