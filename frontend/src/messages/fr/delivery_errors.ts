/** French texts: why an event or a message was not delivered. `{value}` is the status, the seconds or the KiB. */
import type { DeliveryErrorTexts } from '../explanations';

export const messages: DeliveryErrorTexts = {
  error_status: 'Le destinataire a répondu avec le statut {value}.',
  url_invalid: 'L’URL n’est pas valide : utilisez https://hôte/chemin.',
  https_required: 'L’URL ne commence pas par https://, ce que cette installation exige.',
  private_address:
    'L’adresse du destinataire est dans un réseau privé, que cette installation n’appelle pas.',
  unreachable: 'Le destinataire est injoignable.',
  timed_out: 'Le destinataire n’a pas répondu en {value} secondes.',
  response_too_large: 'Le destinataire a envoyé plus de {value} Kio.',
  response_incomplete: 'Le destinataire a envoyé une réponse incomplète.',
  redirected:
    'Le destinataire a répondu par une redirection, qui n’est pas suivie : utilisez l’URL à laquelle elle mène.',
  secret_unreadable: 'Le secret de signature ne peut pas être lu. Renouvelez-le.',
  url_unreadable: 'L’URL ne peut pas être lue. Retirez le canal et ajoutez-le de nouveau.',
  not_signed: 'L’événement ne peut pas être signé.',
  message_unreadable: 'Le message n’a pas pu être lu dans la base de données.',
  withdrawn:
    'Le propriétaire de la règle n’a plus le droit de voir les chiffres, ou le message a été supprimé.',
};
