/** French texts: the banner of the demo. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/demo_banner';

export const messages: Translation<typeof t> = {
  demoFigures: 'Démonstration : tous les chiffres sont ceux d’un négoce agricole fictif.',
  demoFiguresForVisitors: 'Démonstration d’une entreprise fictive. {link} pour utiliser vos propres données.',
  createAccount: 'Créer un compte',
};
