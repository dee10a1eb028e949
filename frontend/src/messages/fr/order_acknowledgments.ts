/** French texts: suppliers’ answers to orders, for people without an account. */
import type { Translation } from '@/lib/translate';
import type { t } from '../en/order_acknowledgments';

export const messages: Translation<typeof t> = {
  linkDoesntWork: 'Ce lien ne fonctionne pas',
  askForANewLink:
    'Il a expiré, ou la commande a été abandonnée ou renvoyée. Demandez-en un nouveau à l’expéditeur.',
  couldntLoadTheOrder: 'Impossible de charger la commande.',
  theOrderIsLoading: 'Chargement de la commande',
  purchaseOrderFrom: 'Bon de commande de {organization}',
  orderNumber: 'Numéro de commande {number}',
  linkEnds: 'Ce lien expire le {day}. D’ici là, vous pouvez modifier votre réponse.',
  lines: 'Lignes',
  answered: 'Votre réponse a été enregistrée le {at}.',
  confirmEachLine:
    'Confirmez la quantité et le jour de livraison de chaque ligne. Une quantité de 0 refuse la ligne.',
  confirmEachLineRequested:
    'Livraison souhaitée : {day}. Confirmez la quantité et le jour de livraison de chaque ligne. Une quantité de 0 refuse la ligne.',
  orderedFor: '{ordered}, à livrer à {location}',
  confirmedQuantity: 'Quantité confirmée ({unit})',
  deliveryDay: 'Jour de livraison',
  note: 'Note',
  couldntSaveTheAnswer: 'Impossible d’enregistrer votre réponse. Réessayez.',
  declineOrder: 'Refuser la commande',
  declineQuestion: 'Refuser toutes les lignes ? {organization} commandera alors ailleurs.',
  keep: 'Conserver',
  confirmOrder: 'Confirmer la commande',
  saveAnswer: 'Enregistrer la réponse',
};
