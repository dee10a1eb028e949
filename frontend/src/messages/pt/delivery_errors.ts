/** Portuguese texts: why an event or a message was not delivered. `{value}` is the status, the seconds or the KiB. */
import type { DeliveryErrorTexts } from '../explanations';

export const messages: DeliveryErrorTexts = {
  error_status: 'O destino respondeu com o status {value}.',
  url_invalid: 'A URL não é válida: use https://host/caminho.',
  https_required: 'A URL não começa com https://, o que esta instalação exige.',
  private_address: 'O endereço do destino está em uma rede privada, que esta instalação não chama.',
  unreachable: 'O destino não está acessível.',
  timed_out: 'O destino não respondeu em {value} segundos.',
  response_too_large: 'O destino enviou mais de {value} KiB.',
  response_incomplete: 'O destino enviou uma resposta incompleta.',
  redirected:
    'O destino respondeu com um redirecionamento, que não é seguido: use a URL para a qual ele leva.',
  secret_unreadable: 'O segredo de assinatura não pode ser lido. Renove-o.',
  url_unreadable: 'A URL não pode ser lida. Remova o canal e adicione-o novamente.',
  not_signed: 'O evento não pode ser assinado.',
  message_unreadable: 'A mensagem não pôde ser lida do banco de dados.',
  withdrawn: 'O dono da regra não pode mais ver os números, ou a mensagem foi excluída.',
};
