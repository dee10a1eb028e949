//! What Data Sync says about runs and tables, in other languages than English.

use crate::language::Language;
use crate::texts::fill_text;
use crate::translations::{Translations, find_text};

/// Texts by code. `{detail}` is the message in English.
const TEXTS: [Translations; 20] = [
    (
        "source_invalid",
        [
            "Die Quelle kann nicht gelesen werden. {detail}",
            "No se puede leer el origen. {detail}",
            "La source ne peut pas être lue. {detail}",
            "A origem não pode ser lida. {detail}",
        ],
    ),
    (
        "source_unavailable",
        [
            "Die Quelle ist nicht erreichbar. {detail}",
            "No se pudo contactar al origen. {detail}",
            "La source est injoignable. {detail}",
            "A origem não está acessível. {detail}",
        ],
    ),
    (
        "source_not_configured",
        [
            "Es ist keine Quelle festgelegt. Verbinden Sie zuerst eine.",
            "No hay ningún origen definido. Conecte uno primero.",
            "Aucune source n’est définie. Connectez-en d’abord une.",
            "Nenhuma origem está definida. Conecte uma primeiro.",
        ],
    ),
    (
        "nothing_to_sync",
        [
            "Die Quelle enthält keine der Tabellen.",
            "El origen no tiene ninguna de las tablas.",
            "La source ne contient aucune des tables.",
            "A origem não tem nenhuma das tabelas.",
        ],
    ),
    (
        "columns_changed",
        [
            "Die Spalten der Quelle haben sich geändert. {detail}",
            "Las columnas del origen cambiaron. {detail}",
            "Les colonnes de la source ont changé. {detail}",
            "As colunas da origem mudaram. {detail}",
        ],
    ),
    (
        "sync_time_limit",
        [
            "Der Lauf hat die Zeitgrenze erreicht. {detail}",
            "La ejecución alcanzó el límite de tiempo. {detail}",
            "L’exécution a atteint la limite de temps. {detail}",
            "A execução atingiu o limite de tempo. {detail}",
        ],
    ),
    (
        "plan_limit_reached",
        [
            "Eine Grenze Ihrer Organisation ist erreicht. {detail}",
            "Se alcanzó un límite de su organización. {detail}",
            "Une limite de votre organisation est atteinte. {detail}",
            "Um limite da sua organização foi atingido. {detail}",
        ],
    ),
    (
        "organization_suspended",
        [
            "Der Betreiber hat Ihre Organisation gesperrt. {detail}",
            "El operador suspendió su organización. {detail}",
            "L’opérateur a suspendu votre organisation. {detail}",
            "O operador suspendeu sua organização. {detail}",
        ],
    ),
    (
        "database_unavailable",
        [
            "Die Datenbank ist nicht erreichbar. Versuchen Sie es gleich erneut.",
            "No se puede contactar a la base de datos. Inténtelo de nuevo en un momento.",
            "La base de données est injoignable. Réessayez dans un instant.",
            "O banco de dados não está acessível. Tente novamente em instantes.",
        ],
    ),
    (
        "database_busy",
        [
            "Die Datenbank ist ausgelastet. Versuchen Sie es gleich erneut.",
            "La base de datos está ocupada. Inténtelo de nuevo en un momento.",
            "La base de données est occupée. Réessayez dans un instant.",
            "O banco de dados está ocupado. Tente novamente em instantes.",
        ],
    ),
    (
        "database_full",
        [
            "Die Datenbank hat keinen Platz mehr. Wenden Sie sich an den Betreiber.",
            "La base de datos no tiene espacio. Contacte al operador.",
            "La base de données n’a plus de place. Contactez l’opérateur.",
            "O banco de dados não tem mais espaço. Fale com o operador.",
        ],
    ),
    (
        "row_count_mismatch",
        [
            "Die Datenbank hat nach dem Lauf eine andere Zahl von Zeilen als erwartet. Keine \
            Zeile wurde geändert. Wenden Sie sich an den Betreiber.",
            "Tras la ejecución, la base de datos tiene otro número de filas que el esperado. \
            No se cambió ninguna fila. Contacte al operador.",
            "Après l’exécution, la base de données a un autre nombre de lignes que prévu. \
            Aucune ligne n’a été modifiée. Contactez l’opérateur.",
            "Após a execução, o banco de dados tem outro número de linhas do que o esperado. \
            Nenhuma linha foi alterada. Fale com o operador.",
        ],
    ),
    (
        "sync_taken_over",
        [
            "Der Server hat zu lange nicht geantwortet, und ein anderer hat den Lauf \
            übernommen. Keine Zeile wurde geändert.",
            "El servidor no respondió durante demasiado tiempo y otro se hizo cargo de la \
            ejecución. No se cambió ninguna fila.",
            "Le serveur n’a pas répondu pendant trop longtemps et un autre a repris \
            l’exécution. Aucune ligne n’a été modifiée.",
            "O servidor ficou sem responder por tempo demais e outro assumiu a execução. \
            Nenhuma linha foi alterada.",
        ],
    ),
    (
        "heartbeat_lost",
        [
            "Der Server, auf dem der Lauf war, hat sich nicht mehr gemeldet. Ein anderer setzt ihn fort.",
            "El servidor de la ejecución dejó de responder. Otro la continúa.",
            "Le serveur de l’exécution ne répondait plus. Un autre la poursuit.",
            "O servidor da execução parou de responder. Outro continua a execução.",
        ],
    ),
    (
        "sync_interrupted",
        [
            "Der Lauf wurde unterbrochen. Geladene Tabellen behalten ihre Zeilen. Starten Sie \
            den Sync erneut.",
            "La ejecución se interrumpió. Las tablas cargadas conservan sus filas. Sincronice \
            de nuevo.",
            "L’exécution a été interrompue. Les tables chargées conservent leurs lignes. \
            Relancez la synchronisation.",
            "A execução foi interrompida. As tabelas carregadas mantêm suas linhas. \
            Sincronize novamente.",
        ],
    ),
    (
        "sync_in_progress",
        [
            "Eine Synchronisierung Ihrer Organisation läuft bereits.",
            "Ya hay una sincronización de su organización en curso.",
            "Une synchronisation de votre organisation est déjà en cours.",
            "Uma sincronização da sua organização já está em andamento.",
        ],
    ),
    (
        "sync_cancelled",
        [
            "Der Lauf wurde abgebrochen. Geladene Tabellen behalten ihre Zeilen.",
            "La ejecución se canceló. Las tablas cargadas conservan sus filas.",
            "L’exécution a été annulée. Les tables chargées conservent leurs lignes.",
            "A execução foi cancelada. As tabelas carregadas mantêm suas linhas.",
        ],
    ),
    (
        "table_unchanged",
        [
            "Die Tabelle hat sich seit dem letzten Lesen nicht geändert.",
            "La tabla no ha cambiado desde la última lectura.",
            "La table n’a pas changé depuis la dernière lecture.",
            "A tabela não mudou desde a última leitura.",
        ],
    ),
    (
        "table_absent",
        [
            "Die Quelle enthält diese Tabelle nicht. Vorhandene Zeilen bleiben erhalten.",
            "El origen no tiene esta tabla. Las filas existentes se conservan.",
            "La source ne contient pas cette table. Les lignes existantes sont conservées.",
            "A origem não tem esta tabela. As linhas existentes são mantidas.",
        ],
    ),
    (
        "internal",
        [
            "Auf dem Server ist ein Fehler aufgetreten. Versuchen Sie es erneut.",
            "Ocurrió un error en el servidor. Inténtelo de nuevo.",
            "Une erreur s’est produite sur le serveur. Réessayez.",
            "Ocorreu um erro no servidor. Tente novamente.",
        ],
    ),
];

/// The message with this code, in the language. In English, and with an unknown code, the message
/// itself.
pub fn translate_sync_message(language: Language, code: &str, message: &str) -> String {
    match find_text(&TEXTS, language, code) {
        Some(text) => fill_text(text, &[("detail", message)]),
        None => message.to_owned(),
    }
}
