/** Spanish texts: why an event or a message was not delivered. `{value}` is the status, the seconds or the KiB. */
import type { DeliveryErrorTexts } from '../explanations';

export const messages: DeliveryErrorTexts = {
  error_status: 'El receptor respondió con el estado {value}.',
  url_invalid: 'La URL no es válida: use https://host/ruta.',
  https_required: 'La URL no empieza con https://, que esta instalación exige.',
  private_address: 'La dirección del receptor está en una red privada, a la que esta instalación no llama.',
  unreachable: 'No se pudo contactar al receptor.',
  timed_out: 'El receptor no respondió en {value} segundos.',
  response_too_large: 'El receptor envió más de {value} KiB.',
  response_incomplete: 'El receptor envió una respuesta incompleta.',
  redirected: 'El receptor respondió con una redirección, que no se sigue: use la URL a la que lleva.',
  secret_unreadable: 'No se puede leer el secreto de firma. Renuévelo.',
  url_unreadable: 'No se puede leer la URL. Quite el canal y agréguelo de nuevo.',
  not_signed: 'No se puede firmar el evento.',
  message_unreadable: 'No se pudo leer el mensaje de la base de datos.',
  withdrawn: 'El propietario de la regla ya no puede ver las cifras, o el mensaje se eliminó.',
};
