/** German texts: why an event or a message was not delivered. `{value}` is the status, the seconds or the KiB. */
import type { DeliveryErrorTexts } from '../explanations';

export const messages: DeliveryErrorTexts = {
  error_status: 'Der Empfänger hat mit Status {value} geantwortet.',
  url_invalid: 'Die URL ist ungültig: Verwenden Sie https://host/pfad.',
  https_required: 'Die URL beginnt nicht mit https://, was diese Installation verlangt.',
  private_address:
    'Die Adresse des Empfängers liegt in einem privaten Netz, das diese Installation nicht aufruft.',
  unreachable: 'Der Empfänger ist nicht erreichbar.',
  timed_out: 'Der Empfänger hat nicht innerhalb von {value} Sekunden geantwortet.',
  response_too_large: 'Der Empfänger hat mehr als {value} KiB gesendet.',
  response_incomplete: 'Der Empfänger hat eine unvollständige Antwort gesendet.',
  redirected:
    'Der Empfänger hat mit einer Weiterleitung geantwortet, der nicht gefolgt wird: Verwenden Sie die URL, zu der sie führt.',
  secret_unreadable: 'Das Signaturgeheimnis kann nicht gelesen werden. Erneuern Sie es.',
  url_unreadable:
    'Die URL kann nicht gelesen werden. Entfernen Sie den Kanal und fügen Sie ihn erneut hinzu.',
  not_signed: 'Das Ereignis kann nicht signiert werden.',
  message_unreadable: 'Die Nachricht konnte nicht aus der Datenbank gelesen werden.',
  withdrawn: 'Der Besitzer der Regel darf die Zahlen nicht mehr sehen, oder die Nachricht wurde gelöscht.',
};
