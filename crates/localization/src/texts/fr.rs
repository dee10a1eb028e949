//! French texts.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    greeting: "Bonjour {name},",
    footer: "Sprout a envoyé ce message à l’adresse e-mail de votre compte.",
    former_footer: "Sprout a envoyé ce message à l’adresse e-mail de votre ancien compte.",
    password_reset_subject: "Réinitialisez votre mot de passe Sprout",
    password_reset: "Quelqu’un a demandé la réinitialisation du mot de passe de votre compte Sprout. Si \
        c’était vous, utilisez ce lien dans les 30 minutes :\n\n{link}\n\nLe lien ne \
        fonctionne qu’une fois et remplace les précédents. Si ce n’était pas vous, ignorez \
        cet e-mail : votre mot de passe reste le même.",
    password_changed_subject: "Votre mot de passe Sprout a été changé",
    password_was_reset: "Le mot de passe de votre compte Sprout a été réinitialisé avec un lien envoyé à \
        cette adresse. Vous êtes déconnecté partout.\n\nSi ce n’était pas vous, quelqu’un \
        d’autre peut lire vos e-mails. Sécurisez d’abord votre boîte, puis réinitialisez \
        votre mot de passe :\n\n{link}",
    password_changed: "Le mot de passe de votre compte Sprout a été changé sur la page du compte. Vos \
        autres sessions sont déconnectées.\n\nSi ce n’était pas vous, réinitialisez votre \
        mot de passe maintenant :\n\n{link}",
    mfa_on_subject: "La MFA de Sprout a été activée",
    mfa_on: "L’authentification multifacteur (MFA) de votre compte Sprout a été activée. Il vous \
        faut désormais un code de votre application d’authentification pour vous \
        connecter.\n\nSi ce n’était pas vous, changez votre mot de passe et vérifiez vos \
        sessions :\n\n{link}",
    mfa_off_subject: "La MFA de Sprout a été désactivée",
    mfa_off: "L’authentification multifacteur (MFA) de votre compte Sprout a été désactivée. Votre \
        mot de passe suffit désormais pour vous connecter.\n\nSi ce n’était pas vous, \
        changez votre mot de passe et vérifiez vos sessions :\n\n{link}",
    mfa_reset: "Un opérateur de ce serveur Sprout a désactivé l’authentification multifacteur (MFA) \
        de votre compte, ce qui se fait pour les personnes qui ont perdu leur application \
        d’authentification et leurs codes de récupération. Vous êtes déconnecté partout. \
        Tant que vous ne l’avez pas configurée à nouveau sur la page du compte, votre mot de \
        passe suffit pour vous connecter.\n\nSi vous ne l’avez pas demandé, réinitialisez \
        votre mot de passe maintenant :\n\n{link}",
    account_deleted_subject: "Votre compte Sprout a été supprimé",
    account_deleted: "Votre compte Sprout et toutes vos données personnelles qu’il contenait ont été \
        supprimés. Cette action est irréversible. Ceci est le dernier e-mail de \
        Sprout.\n\nSi ce n’était pas vous, quelqu’un connaissait votre mot de passe : \
        changez-le partout où vous l’utilisez.",
    registration_attempt_subject: "Tentative d’inscription avec votre adresse e-mail",
    registration_attempt: "Quelqu’un a tenté de s’inscrire sur Sprout avec cette adresse e-mail, qui a déjà un \
        compte. Rien n’a été modifié.\n\nSi c’était vous, connectez-vous plutôt \
        :\n\n{sign_in_page}\n\nOu réinitialisez votre mot de passe si vous ne le connaissez \
        pas :\n\n{reset_page}\n\nSi ce n’était pas vous, ignorez cet e-mail. Un seul e-mail \
        de ce type est envoyé par jour.",
    verification_subject: "Confirmez votre adresse e-mail pour Sprout",
    verification: "Cette adresse e-mail a été saisie pour un compte Sprout. Si c’était vous, \
        confirmez-la avec ce lien dans les 3 jours :\n\n{link}\n\nSi ce n’était pas vous, \
        ignorez cet e-mail.",
    mfa_required_subject: "{organization} exige la MFA",
    mfa_required: "{person} exige désormais l’authentification multifacteur (MFA) de tous les \
        membres de {organization} sur Sprout. Vous n’avez pas accès à l’organisation tant que \
        vous ne l’avez pas configurée : une application sur votre téléphone affiche un code, \
        que vous saisissez avec votre mot de passe. Cela prend une minute :\n\n{link}\n\nLes \
        clés d’API que vous avez créées continuent de fonctionner.",
    organization_deleted_subject: "Une de vos organisations sur Sprout a été supprimée",
    organization_deleted: "{person} a supprimé l’organisation {organization} sur Sprout le \
        {moment}. Toutes ses données sont définitivement supprimées : lignes synchronisées, \
        paramètres, brouillons, corrections, conversations avec Sprout AI, clés d’API, \
        invitations et journal d’audit. Plus personne n’y a accès.\n\nVotre compte et vos \
        autres organisations ne changent pas. Si c’était votre seule organisation, vous pouvez \
        toujours vous connecter pour en créer une autre, exporter vos données ou supprimer \
        votre compte.\n\nSi vous ne vous y attendiez pas, demandez à {person}. Seul \
        l’opérateur de ce serveur peut éventuellement restaurer l’organisation à partir d’une \
        sauvegarde.",
    invitation_subject: "{inviter} vous invite à rejoindre {organization}",
    invitation: "Bonjour,\n\n{inviter} vous invite à rejoindre {organization} sur Sprout en \
        tant que {role}.\n\nAcceptez avec ce lien. Il fonctionne une fois, pour cette adresse \
        e-mail, jusqu’au {expiry} :\n\n{link}\n\nSi vous ne connaissez pas cette personne, \
        ignorez cet e-mail.",
    role_owner: "propriétaire",
    role_admin: "administrateur",
    role_member: "membre",
    role_viewer: "lecteur",
    less_than_a_minute: "moins d’une minute",
    two_durations: "{large} et {small}",
    one_day: "{count} jour",
    days: "{count} jours",
    one_hour: "{count} heure",
    hours: "{count} heures",
    one_minute: "{count} minute",
    minutes: "{count} minutes",
    sync_failed_title: "La synchronisation des données a échoué",
    sync_recovered_title: "La synchronisation des données fonctionne à nouveau",
    table_failed_title: "La synchronisation de {table} a échoué",
    table_recovered_title: "{table} se synchronise à nouveau",
    rejects_title: "Des lignes de {table} ont été rejetées",
    no_rejects_title: "Plus de lignes rejetées dans {table}",
    rows_rejected: "{rejected} lignes sur {rows} ont été rejetées. La page de synchronisation \
        des données affiche chacune avec sa ligne, sa colonne et le motif.",
    webhook_title: "Le webhook {name}",
    channel_title: "Canal {name}",
    had_failed: "L’échec durait depuis le {since}, soit {duration}.",
    had_rejected: "Des lignes étaient rejetées depuis le {since}, soit {duration}.",
    was_disabled: "Désactivé depuis le {since}, soit {duration}.",
    webhook_gone: "Le webhook est désactivé. Le destinataire a répondu avec le statut 410 : il \
        ne veut plus d’événements. Corrigez le destinataire, puis activez le webhook.",
    webhook_failing: "Le webhook est désactivé. Aucun envoi n’a réussi depuis 3 jours. \
        Dernière erreur : {error} Corrigez le destinataire, puis activez le webhook.",
    channel_gone: "Les messages d’alerte n’arrivent plus dans ce canal. {error} Envoyez un \
        message de test, ou retirez le canal et ajoutez-le avec une nouvelle URL.",
    channel_failing: "Les messages d’alerte n’arrivent plus dans ce canal. Aucun envoi n’a \
        réussi depuis 3 jours. Dernière erreur : {error} Envoyez un message de test, ou \
        retirez le canal et ajoutez-le avec une nouvelle URL.",
    warning_title: "Avertissement : {rule}",
    critical_title: "Critique : {rule}",
    is_above: "{measure} est au-dessus de {limit}.",
    is_no_longer_above: "{measure} n’est plus au-dessus de {limit}.",
    is_below: "{measure} est au-dessous de {limit}.",
    is_no_longer_below: "{measure} n’est plus au-dessous de {limit}.",
    rises: "{measure} est en hausse de plus de {limit} sur la période précédente.",
    no_longer_rises: "{measure} n’est plus en hausse de plus de {limit} sur la période précédente.",
    falls: "{measure} est en baisse de plus de {limit} sur la période précédente.",
    no_longer_falls: "{measure} n’est plus en baisse de plus de {limit} sur la période précédente.",
    changes: "{measure} s’écarte de plus de {limit} de la période précédente.",
    no_longer_changes: "{measure} ne s’écarte plus de plus de {limit} de la période précédente.",
    data_is_overdue: "Les données sont plus anciennes que ne le permet le calendrier de \
        synchronisation.",
    data_is_no_longer_overdue: "Les données ne sont plus trop anciennes selon le calendrier de \
        synchronisation.",
    margin_at_risk: "La marge attendue à risque",
    rejected_share: "La part de lignes rejetées",
    rejected_figure: "{figure} rejetées",
    no_rows: "aucune ligne",
    more_members: "et {count} autres",
    period: "Période : {period}",
    open_figures: "Ouvrir les chiffres",
    open_data_sync: "Ouvrir la synchronisation des données",
    several_notifications: "{count} notifications de Sprout",
    alert_email_reason: "Sprout envoie ce message en raison d’une règle d’alerte de \
        {organization}. Voir {url}",
    sync_email_reason: "Sprout envoie ce message à tous les membres de {organization} qui \
        peuvent lancer des synchronisations.",
    unsubscribe: "Se désabonner",
    channel_footer: "Sprout envoie ce message en raison d’une règle d’alerte de {owner} chez \
        {organization}. {creator} a ajouté ce canal.",
    channel_test_title: "Message de test de Sprout",
    channel_test: "Ce canal peut recevoir les messages des règles d’alerte de {organization}.",
    channel_test_footer: "{creator} a ajouté ce canal.",
    open_alert_rules: "Ouvrir les règles d’alerte",
    order_not_sent_title: "Commande non envoyée à {recipient}",
    approval_title: "La commande à {supplier} doit être approuvée",
    approval_request: "{person} a préparé une commande de {total}, au-dessus de la limite de \
        son rôle.",
    someone: "Quelqu’un",
    unknown_supplier: "un fournisseur inconnu",
    order_approved_title: "Commande à {supplier} approuvée",
    order_approved: "{person} a approuvé la commande de {total}.",
    report_not_sent_title: "Rapport non envoyé : {report}",
    report_not_sent: "{recipient} n’a pas reçu le rapport. {reason}",
    filters: "Filtres : {filters}",
    chart_description: "Graphique de {figure}, {count} barres. Valeur la plus haute : \
        {highest}. Valeur la plus basse : {lowest}.",
    report_has_no_rows: "Aucune ligne.",
    report_has_one_row: "1 ligne.",
    report_rows: "{count} lignes.",
    report_first_rows: "{shown} lignes sur {total}.",
    workbook_has_all: "Le classeur joint les contient toutes.",
    workbook_has_first: "Le classeur joint contient les {count} premières.",
    pdf_has_all: "Le PDF joint les contient toutes.",
    pdf_has_first: "Le PDF joint contient les {count} premières.",
    table_has_first: "Les {shown} premières lignes sur {total}.",
    page_number: "Page {page} sur {count}",
    document_is_cut: "Le document s’arrête ici car il a atteint le nombre maximal de pages. Il est incomplet.",
    replaced_character: "{character} remplace un caractère absent de la police de ce document.",
    report_email_reason: "Vous recevez ce rapport parce qu’il est planifié pour vous dans \
        {organization}. Les lignes sont celles que vous pouvez voir.",
    report: "Rapport",
    grower: "Agriculteur",
    expected_margin: "Marge attendue",
    salesperson: "Commercial",
    call_by: "Appeler avant le",
    reason: "Motif",
    item: "Article",
    location: "Site",
    cost: "Coût",
    recommended_quantity: "Quantité recommandée",
    current_stock: "Stock actuel",
    unit: "Unité",
    supplier: "Fournisseur",
    category: "Catégorie",
    arrivals: "Arrivées",
    bookings: "Précommandes",
    expected_sales: "Ventes attendues non encore précommandées",
    balance: "Solde final",
    runs_short: "En rupture",
    cost_of_shortage: "Coût de la rupture",
    weeks_from: "{weeks} semaines à partir du {day}",
    customer: "Client",
    last_purchase: "Dernier achat",
    orders_per_year: "Commandes par an",
    average_spend: "Dépense moyenne",
    predicted_next_purchase: "Prochain achat prévu",
    unlikely_to_return: "Retour peu probable",
    not_within_a_year: "Pas avant un an",
    commodity: "Matière première",
    corn: "Maïs",
    soybeans: "Soja",
    wheat: "Blé",
    fertilizer: "Engrais",
    price: "Prix",
    quoted_on: "Coté le",
    change_percent: "Variation sur la période (%)",
    forecast: "Prévision à 3 mois",
    forecast_low: "Prévision, bas (80 %)",
    forecast_high: "Prévision, haut (80 %)",
    key_figures: "Chiffres clés",
    figure: "Chiffre",
    value: "Valeur",
    change: "Variation par rapport à la période précédente",
    total_spend: "Total des achats",
    avg_order_value: "Valeur moyenne des commandes",
    delivery_rate: "Respect des livraisons",
    active_suppliers: "Fournisseurs actifs",
    percentage_points: "{number} pt",
    purchase_recommendations: "Recommandations d’achat",
    price_index: "Indice des prix",
    all_categories: "Toutes les catégories",
    change_from_last_month: "Variation par rapport au mois précédent (%)",
    trend: "Tendance sur 3 mois",
    rising: "En hausse",
    falling: "En baisse",
    stable: "Stable",
    last_month: "Dernier mois avec achats",
    crop_yields: "Prévision de rendement des cultures",
    crop: "Culture",
    yield_forecast: "Prévision (bu/acre)",
    yield_low: "Bas, 80 % (bu/acre)",
    yield_high: "Haut, 80 % (bu/acre)",
    last_harvest: "Dernière récolte (bu/acre)",
    yield_change: "Variation par rapport à la dernière récolte (%)",
    commodity_prices: "Prix des matières premières",
    price_trend: "Tendance des prix",
    date: "Date",
    trading_volume: "Volume échangé",
    week_of: "Semaine du",
    weather: "Météo",
    region: "Région",
    temperature: "Température (°F)",
    conditions: "Conditions",
    rainfall: "Pluie, 10 jours (in)",
    field_work_days: "Jours propices au travail aux champs",
    news: "Actualités",
    headline: "Titre",
    source: "Source",
    impact: "Incidence",
    positive: "Positive",
    neutral: "Neutre",
    negative: "Négative",
    section_left_out: "Non inclus : {section}. L’autorisation {permission} manque.",
    order_subject: "Commande {order} de {organization}",
    order_from: "Commande de {organization}",
    purchase_order: "Commande",
    order_number: "Numéro de commande",
    requested_delivery: "Livraison demandée",
    more_lines_attached: "{count} autres lignes sont dans le fichier joint.",
    answer_order: "Confirmez ici les quantités et les jours de livraison, ou refusez : {link}\nLe lien est valable jusqu’au {day}. Toute personne qui l’a peut voir cette commande et y répondre.",
    order_signature: "Envoyé par {person}, {organization}, avec Sprout. Les réponses vont à {person}.",
    order_footer: "Commande {order}, {organization}",
    line_number: "N°",
    item_id: "Référence",
    deliver_to: "Livrer à",
    quantity: "Quantité",
    unit_price: "Prix unitaire ({currency})",
    amount: "Montant ({currency})",
    order_total: "Montant total ({currency})",
    buyer: "Acheteur",
    status: "État",
    drafted: "Rédigée",
    currency: "Devise",
    no_supplier: "Aucun fournisseur enregistré",
    draft_not_ordered: "Brouillon, pas encore commandé",
    ordered_on: "Commandé le {event}",
    discarded_on: "Abandonné le {event}",
    day_and_person: "{day} par {person}",
    rounded_amounts: "Les montants sont arrondis à 2 décimales. Le total est la somme des montants exacts, arrondie une seule fois.",
};
