//! Why an attempt to deliver an event or a message failed, in other languages than English.

use crate::language::Language;
use crate::texts::fill_text;
use crate::translations::{Translations, find_text};

/// Texts by code. `{value}` is the status, the seconds or the KiB.
const TEXTS: [Translations; 14] = [
    (
        "error_status",
        [
            "Der Empfänger hat mit Status {value} geantwortet.",
            "El receptor respondió con el estado {value}.",
            "Le destinataire a répondu avec le statut {value}.",
            "O destino respondeu com o status {value}.",
        ],
    ),
    (
        "url_invalid",
        [
            "Die URL ist ungültig: Verwenden Sie https://host/pfad.",
            "La URL no es válida: use https://host/ruta.",
            "L’URL n’est pas valide : utilisez https://hôte/chemin.",
            "A URL não é válida: use https://host/caminho.",
        ],
    ),
    (
        "https_required",
        [
            "Die URL beginnt nicht mit https://, was diese Installation verlangt.",
            "La URL no empieza con https://, que esta instalación exige.",
            "L’URL ne commence pas par https://, ce que cette installation exige.",
            "A URL não começa com https://, o que esta instalação exige.",
        ],
    ),
    (
        "private_address",
        [
            "Die Adresse des Empfängers liegt in einem privaten Netz, das diese Installation nicht aufruft.",
            "La dirección del receptor está en una red privada, a la que esta instalación no llama.",
            "L’adresse du destinataire est dans un réseau privé, que cette installation n’appelle pas.",
            "O endereço do destino está em uma rede privada, que esta instalação não chama.",
        ],
    ),
    (
        "unreachable",
        [
            "Der Empfänger ist nicht erreichbar.",
            "No se pudo contactar al receptor.",
            "Le destinataire est injoignable.",
            "O destino não está acessível.",
        ],
    ),
    (
        "timed_out",
        [
            "Der Empfänger hat nicht innerhalb von {value} Sekunden geantwortet.",
            "El receptor no respondió en {value} segundos.",
            "Le destinataire n’a pas répondu en {value} secondes.",
            "O destino não respondeu em {value} segundos.",
        ],
    ),
    (
        "response_too_large",
        [
            "Der Empfänger hat mehr als {value} KiB gesendet.",
            "El receptor envió más de {value} KiB.",
            "Le destinataire a envoyé plus de {value} Kio.",
            "O destino enviou mais de {value} KiB.",
        ],
    ),
    (
        "response_incomplete",
        [
            "Der Empfänger hat eine unvollständige Antwort gesendet.",
            "El receptor envió una respuesta incompleta.",
            "Le destinataire a envoyé une réponse incomplète.",
            "O destino enviou uma resposta incompleta.",
        ],
    ),
    (
        "redirected",
        [
            "Der Empfänger hat mit einer Weiterleitung geantwortet, der nicht gefolgt wird: Verwenden Sie die URL, zu der sie führt.",
            "El receptor respondió con una redirección, que no se sigue: use la URL a la que lleva.",
            "Le destinataire a répondu par une redirection, qui n’est pas suivie : utilisez l’URL à laquelle elle mène.",
            "O destino respondeu com um redirecionamento, que não é seguido: use a URL para a qual ele leva.",
        ],
    ),
    (
        "secret_unreadable",
        [
            "Das Signaturgeheimnis kann nicht gelesen werden. Erneuern Sie es.",
            "No se puede leer el secreto de firma. Renuévelo.",
            "Le secret de signature ne peut pas être lu. Renouvelez-le.",
            "O segredo de assinatura não pode ser lido. Renove-o.",
        ],
    ),
    (
        "url_unreadable",
        [
            "Die URL kann nicht gelesen werden. Entfernen Sie den Kanal und fügen Sie ihn erneut hinzu.",
            "No se puede leer la URL. Quite el canal y agréguelo de nuevo.",
            "L’URL ne peut pas être lue. Retirez le canal et ajoutez-le de nouveau.",
            "A URL não pode ser lida. Remova o canal e adicione-o novamente.",
        ],
    ),
    (
        "not_signed",
        [
            "Das Ereignis kann nicht signiert werden.",
            "No se puede firmar el evento.",
            "L’événement ne peut pas être signé.",
            "O evento não pode ser assinado.",
        ],
    ),
    (
        "message_unreadable",
        [
            "Die Nachricht konnte nicht aus der Datenbank gelesen werden.",
            "No se pudo leer el mensaje de la base de datos.",
            "Le message n’a pas pu être lu dans la base de données.",
            "A mensagem não pôde ser lida do banco de dados.",
        ],
    ),
    (
        "withdrawn",
        [
            "Der Besitzer der Regel darf die Zahlen nicht mehr sehen, oder die Nachricht wurde gelöscht.",
            "El propietario de la regla ya no puede ver las cifras, o el mensaje se eliminó.",
            "Le propriétaire de la règle n’a plus le droit de voir les chiffres, ou le message a été supprimé.",
            "O dono da regra não pode mais ver os números, ou a mensagem foi excluída.",
        ],
    ),
];

/// The error with this code, in the language. In English, and with an unknown code, the message
/// itself.
pub fn translate_delivery_error(
    language: Language,
    code: &str,
    value: &str,
    message: &str,
) -> String {
    match find_text(&TEXTS, language, code) {
        Some(text) => fill_text(text, &[("value", value)]),
        None => message.to_owned(),
    }
}
