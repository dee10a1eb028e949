/** French texts: the banner of the demo. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/demo_banner';

export const messages: Translation<typeof t> = {
  demoFigures: 'Démo : chiffres d’un négoce agricole fictif.',
  demoFiguresForVisitors: 'Données fictives. {link} pour les vôtres.',
  createAccount: 'Créer un compte',
};
