//! German texts.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    greeting: "Guten Tag {name},",
    footer: "Sprout hat diese E-Mail an die Adresse Ihres Kontos gesendet.",
    former_footer: "Sprout hat diese E-Mail an die Adresse Ihres früheren Kontos gesendet.",
    password_reset_subject: "Setzen Sie Ihr Sprout-Passwort zurück",
    password_reset: "jemand möchte das Passwort Ihres Sprout-Kontos zurücksetzen. Wenn Sie es waren, \
        verwenden Sie innerhalb von 30 Minuten diesen Link:\n\n{link}\n\nDer Link \
        funktioniert einmal und ersetzt jeden früheren. Wenn Sie es nicht waren, ignorieren \
        Sie diese E-Mail: Ihr Passwort bleibt unverändert.",
    password_changed_subject: "Ihr Sprout-Passwort wurde geändert",
    password_was_reset: "das Passwort Ihres Sprout-Kontos wurde mit einem Link zurückgesetzt, der an diese \
        Adresse gesendet wurde. Sie sind überall abgemeldet.\n\nWenn Sie es nicht waren, \
        kann jemand anderes Ihre E-Mails lesen. Sichern Sie zuerst Ihr Postfach und setzen \
        Sie dann Ihr Passwort zurück:\n\n{link}",
    password_changed: "das Passwort Ihres Sprout-Kontos wurde auf der Kontoseite geändert. Ihre anderen \
        Sitzungen sind abgemeldet.\n\nWenn Sie es nicht waren, setzen Sie Ihr Passwort jetzt \
        zurück:\n\n{link}",
    mfa_on_subject: "MFA für Sprout wurde aktiviert",
    mfa_on: "die Multi-Faktor-Authentifizierung (MFA) Ihres Sprout-Kontos wurde aktiviert. Zur \
        Anmeldung brauchen Sie jetzt einen Code aus Ihrer Authenticator-App.\n\nWenn Sie es \
        nicht waren, ändern Sie Ihr Passwort und prüfen Sie Ihre Sitzungen:\n\n{link}",
    mfa_off_subject: "MFA für Sprout wurde deaktiviert",
    mfa_off: "die Multi-Faktor-Authentifizierung (MFA) Ihres Sprout-Kontos wurde deaktiviert. Zur \
        Anmeldung brauchen Sie jetzt nur noch Ihr Passwort.\n\nWenn Sie es nicht waren, \
        ändern Sie Ihr Passwort und prüfen Sie Ihre Sitzungen:\n\n{link}",
    mfa_reset: "ein Betreiber dieses Sprout-Servers hat die Multi-Faktor-Authentifizierung (MFA) \
        Ihres Kontos deaktiviert. Das geschieht für Personen, die ihre Authenticator-App und \
        ihre Wiederherstellungscodes verloren haben. Sie sind überall abgemeldet. Bis Sie \
        MFA auf der Kontoseite wieder einrichten, brauchen Sie zur Anmeldung nur Ihr \
        Passwort.\n\nWenn Sie nicht darum gebeten haben, setzen Sie Ihr Passwort jetzt \
        zurück:\n\n{link}",
    account_deleted_subject: "Ihr Sprout-Konto wurde gelöscht",
    account_deleted: "Ihr Sprout-Konto und alle Ihre persönlichen Daten darin wurden gelöscht. Das lässt \
        sich nicht rückgängig machen. Dies ist die letzte E-Mail von Sprout.\n\nWenn Sie es \
        nicht waren, kannte jemand Ihr Passwort: Ändern Sie es überall, wo Sie es sonst \
        verwenden.",
    registration_attempt_subject: "Registrierungsversuch mit Ihrer E-Mail-Adresse",
    registration_attempt: "jemand wollte sich bei Sprout mit dieser E-Mail-Adresse registrieren, die bereits \
        ein Konto hat. Nichts wurde geändert.\n\nWenn Sie es waren, melden Sie sich \
        stattdessen an:\n\n{sign_in_page}\n\nOder setzen Sie Ihr Passwort zurück, wenn Sie \
        es nicht kennen:\n\n{reset_page}\n\nWenn Sie es nicht waren, ignorieren Sie diese \
        E-Mail. Höchstens eine solche E-Mail wird pro Tag gesendet.",
    verification_subject: "Bestätigen Sie Ihre E-Mail-Adresse für Sprout",
    verification: "diese E-Mail-Adresse wurde für ein Sprout-Konto eingegeben. Wenn Sie es waren, \
        bestätigen Sie sie innerhalb von 3 Tagen mit diesem Link:\n\n{link}\n\nWenn Sie es \
        nicht waren, ignorieren Sie diese E-Mail.",
    mfa_required_subject: "{organization} verlangt MFA",
    mfa_required: "{person} verlangt jetzt von allen Mitgliedern von {organization} auf Sprout \
        die Multi-Faktor-Authentifizierung (MFA). Sie haben keinen Zugang zur Organisation, \
        bis Sie MFA einrichten: Eine App auf Ihrem Telefon zeigt einen Code, den Sie mit Ihrem \
        Passwort eingeben. Das dauert eine Minute:\n\n{link}\n\nAPI-Schlüssel, die Sie \
        erstellt haben, funktionieren weiter.",
    organization_deleted_subject: "Eine Ihrer Organisationen auf Sprout wurde gelöscht",
    organization_deleted: "{person} hat die Organisation {organization} auf Sprout am {moment} \
        gelöscht. Alle ihre Daten sind endgültig gelöscht: synchronisierte Zeilen, \
        Einstellungen, Entwürfe, Korrekturen, Unterhaltungen mit Sprout AI, API-Schlüssel, \
        Einladungen und das Audit-Protokoll. Niemand hat mehr Zugang.\n\nIhr Konto und Ihre \
        anderen Organisationen sind unverändert. Wenn dies Ihre einzige Organisation war, \
        können Sie sich weiterhin anmelden, um eine andere zu erstellen, Ihre Daten zu \
        exportieren oder Ihr Konto zu löschen.\n\nWenn Sie das nicht erwartet haben, fragen \
        Sie {person}. Nur der Betreiber dieses Servers kann die Organisation möglicherweise \
        aus einer Sicherung wiederherstellen.",
    invitation_subject: "{inviter} lädt Sie zu {organization} ein",
    invitation: "Guten Tag,\n\n{inviter} lädt Sie ein, {organization} auf Sprout als {role} \
        beizutreten.\n\nNehmen Sie die Einladung mit diesem Link an. Er funktioniert einmal, \
        für diese E-Mail-Adresse, bis {expiry}:\n\n{link}\n\nWenn Sie diese Person nicht \
        kennen, ignorieren Sie diese E-Mail.",
    role_owner: "Inhaber",
    role_admin: "Admin",
    role_member: "Mitglied",
    role_viewer: "Betrachter",
    less_than_a_minute: "weniger als eine Minute",
    two_durations: "{large} und {small}",
    one_day: "{count} Tag",
    days: "{count} Tage",
    one_hour: "{count} Stunde",
    hours: "{count} Stunden",
    one_minute: "{count} Minute",
    minutes: "{count} Minuten",
    sync_failed_title: "Die Datensynchronisierung ist fehlgeschlagen",
    sync_recovered_title: "Die Datensynchronisierung funktioniert wieder",
    table_failed_title: "{table} konnte nicht synchronisiert werden",
    table_recovered_title: "{table} wird wieder synchronisiert",
    rejects_title: "Zeilen von {table} wurden abgelehnt",
    no_rejects_title: "Keine abgelehnten Zeilen mehr in {table}",
    rows_rejected: "{rejected} von {rows} Zeilen wurden abgelehnt. Die Seite \
        Datensynchronisierung zeigt jede Zeile mit Zeilennummer, Spalte und Grund.",
    webhook_title: "Webhook {name}",
    channel_title: "Kanal {name}",
    had_failed: "Der Fehler bestand seit {since} und dauerte {duration}.",
    had_rejected: "Zeilen wurden seit {since} abgelehnt, Dauer: {duration}.",
    was_disabled: "Deaktiviert seit {since}, Dauer: {duration}.",
    webhook_gone: "Der Webhook ist deaktiviert. Der Empfänger hat mit Status 410 geantwortet: \
        Er möchte keine Ereignisse mehr. Reparieren Sie den Empfänger und aktivieren Sie dann \
        den Webhook.",
    webhook_failing: "Der Webhook ist deaktiviert. Seit 3 Tagen ist keine Zustellung gelungen. \
        Letzter Fehler: {error} Reparieren Sie den Empfänger und aktivieren Sie dann den \
        Webhook.",
    channel_gone: "Alarmnachrichten erreichen diesen Kanal nicht mehr. {error} Senden Sie eine \
        Testnachricht, oder entfernen Sie den Kanal und fügen Sie ihn mit einer neuen URL \
        hinzu.",
    channel_failing: "Alarmnachrichten erreichen diesen Kanal nicht mehr. Seit 3 Tagen ist \
        keine Zustellung gelungen. Letzter Fehler: {error} Senden Sie eine Testnachricht, oder \
        entfernen Sie den Kanal und fügen Sie ihn mit einer neuen URL hinzu.",
    warning_title: "Warnung: {rule}",
    critical_title: "Kritisch: {rule}",
    is_above: "{measure} liegt über {limit}.",
    is_no_longer_above: "{measure} liegt nicht mehr über {limit}.",
    is_below: "{measure} liegt unter {limit}.",
    is_no_longer_below: "{measure} liegt nicht mehr unter {limit}.",
    rises: "{measure} liegt mehr als {limit} über dem vorherigen Zeitraum.",
    no_longer_rises: "{measure} liegt nicht mehr um mehr als {limit} über dem vorherigen Zeitraum.",
    falls: "{measure} liegt mehr als {limit} unter dem vorherigen Zeitraum.",
    no_longer_falls: "{measure} liegt nicht mehr um mehr als {limit} unter dem vorherigen \
        Zeitraum.",
    changes: "{measure} weicht um mehr als {limit} vom vorherigen Zeitraum ab.",
    no_longer_changes: "{measure} weicht nicht mehr um mehr als {limit} vom vorherigen \
        Zeitraum ab.",
    data_is_overdue: "Die Daten sind älter, als der Synchronisierungsplan erlaubt.",
    data_is_no_longer_overdue: "Die Daten sind nicht mehr älter, als der Synchronisierungsplan \
        erlaubt.",
    margin_at_risk: "Die voraussichtlich gefährdete Marge",
    rejected_share: "Der Anteil abgelehnter Zeilen",
    rejected_figure: "{figure} abgelehnt",
    no_rows: "keine Zeilen",
    more_members: "und {count} weitere",
    period: "Zeitraum: {period}",
    open_figures: "Zahlen öffnen",
    open_data_sync: "Datensynchronisierung öffnen",
    several_notifications: "{count} Benachrichtigungen von Sprout",
    alert_email_reason: "Sprout sendet dies wegen einer Alarmregel von {organization}. Siehe {url}",
    sync_email_reason: "Sprout sendet dies an alle Mitglieder von {organization}, die \
        Synchronisierungen starten dürfen.",
    unsubscribe: "Abbestellen",
    channel_footer: "Sprout sendet dies wegen einer Alarmregel von {owner} bei {organization}. \
        {creator} hat diesen Kanal hinzugefügt.",
    channel_test_title: "Testnachricht von Sprout",
    channel_test: "Dieser Kanal kann die Nachrichten der Alarmregeln von {organization} erhalten.",
    channel_test_footer: "{creator} hat diesen Kanal hinzugefügt.",
    open_alert_rules: "Alarmregeln öffnen",
    order_not_sent_title: "Bestellung nicht an {recipient} gesendet",
    approval_title: "Bestellung an {supplier} muss genehmigt werden",
    approval_request: "{person} hat eine Bestellung über {total} entworfen, die über der \
        Grenze der eigenen Rolle liegt.",
    someone: "Jemand",
    unknown_supplier: "einen unbekannten Lieferanten",
    order_approved_title: "Bestellung an {supplier} genehmigt",
    order_approved: "{person} hat die Bestellung über {total} genehmigt.",
    report_not_sent_title: "Bericht nicht gesendet: {report}",
    report_not_sent: "{recipient} hat den Bericht nicht erhalten. {reason}",
    filters: "Filter: {filters}",
    chart_description: "Diagramm von {figure}, {count} Balken. Höchster Wert: {highest}. \
        Niedrigster Wert: {lowest}.",
    report_has_no_rows: "Keine Zeilen.",
    report_has_one_row: "1 Zeile.",
    report_rows: "{count} Zeilen.",
    report_first_rows: "{shown} von {total} Zeilen.",
    workbook_has_all: "Die angehängte Arbeitsmappe enthält alle.",
    workbook_has_first: "Die angehängte Arbeitsmappe enthält die ersten {count}.",
    pdf_has_all: "Die angehängte PDF-Datei enthält alle.",
    pdf_has_first: "Die angehängte PDF-Datei enthält die ersten {count}.",
    table_has_first: "Die ersten {shown} von {total} Zeilen.",
    page_number: "Seite {page} von {count}",
    document_is_cut: "Das Dokument endet hier, weil es die höchste Zahl an Seiten erreicht hat. Es ist unvollständig.",
    replaced_character: "{character} steht für ein Zeichen, das der Schrift dieses Dokuments fehlt.",
    report_email_reason: "Sie erhalten diesen Bericht, weil er in {organization} für Sie \
        geplant ist. Er enthält die Zeilen, die Sie sehen dürfen.",
    report: "Bericht",
    grower: "Landwirt",
    expected_margin: "Erwartete Marge",
    salesperson: "Verkäufer",
    call_by: "Anrufen bis",
    reason: "Grund",
    item: "Artikel",
    location: "Standort",
    cost: "Kosten",
    recommended_quantity: "Empfohlene Menge",
    current_stock: "Aktueller Bestand",
    unit: "Einheit",
    supplier: "Lieferant",
    category: "Kategorie",
    arrivals: "Zugänge",
    bookings: "Vorbestellungen",
    expected_sales: "Erwartete, noch nicht vorbestellte Verkäufe",
    balance: "Saldo am Ende",
    runs_short: "Knapp ab",
    cost_of_shortage: "Kosten des Engpasses",
    weeks_from: "{weeks} Wochen ab {day}",
    customer: "Kunde",
    last_purchase: "Letzter Kauf",
    orders_per_year: "Bestellungen pro Jahr",
    average_spend: "Durchschnittlicher Umsatz",
    predicted_next_purchase: "Prognostizierter nächster Kauf",
    unlikely_to_return: "Kommt wohl nicht wieder",
    not_within_a_year: "Nicht innerhalb eines Jahres",
    commodity: "Rohstoff",
    corn: "Mais",
    soybeans: "Sojabohnen",
    wheat: "Weizen",
    fertilizer: "Düngemittel",
    price: "Preis",
    quoted_on: "Notiert am",
    change_percent: "Änderung im Zeitraum (%)",
    forecast: "Prognose in 3 Monaten",
    forecast_low: "Prognose, unten (80 %)",
    forecast_high: "Prognose, oben (80 %)",
    key_figures: "Kennzahlen",
    figure: "Kennzahl",
    value: "Wert",
    change: "Veränderung zum Zeitraum davor",
    total_spend: "Einkaufsvolumen gesamt",
    avg_order_value: "Ø Bestellwert",
    delivery_rate: "Liefertreue",
    active_suppliers: "Aktive Lieferanten",
    percentage_points: "{number} PP",
    purchase_recommendations: "Einkaufsempfehlungen",
    price_index: "Preisindex",
    all_categories: "Alle Kategorien",
    change_from_last_month: "Veränderung zum Vormonat (%)",
    trend: "Trend über 3 Monate",
    rising: "Steigend",
    falling: "Fallend",
    stable: "Stabil",
    last_month: "Letzter Monat mit Käufen",
    crop_yields: "Ernteertragsprognose",
    crop: "Kultur",
    yield_forecast: "Prognose (bu/acre)",
    yield_low: "Unten, 80 % (bu/acre)",
    yield_high: "Oben, 80 % (bu/acre)",
    last_harvest: "Letzte Ernte (bu/acre)",
    yield_change: "Veränderung zur letzten Ernte (%)",
    commodity_prices: "Rohstoffpreise",
    price_trend: "Preistrend",
    date: "Datum",
    trading_volume: "Handelsvolumen",
    week_of: "Woche ab",
    weather: "Wetter",
    region: "Region",
    temperature: "Temperatur (°F)",
    conditions: "Wetterlage",
    rainfall: "Niederschlag, 10 Tage (in)",
    field_work_days: "Tage für Feldarbeit",
    news: "Nachrichten",
    headline: "Schlagzeile",
    source: "Quelle",
    impact: "Auswirkung",
    positive: "Positiv",
    neutral: "Neutral",
    negative: "Negativ",
    section_left_out: "Nicht enthalten: {section}. Die Berechtigung {permission} fehlt.",
    order_subject: "Bestellung {order} von {organization}",
    order_from: "Bestellung von {organization}",
    purchase_order: "Bestellung",
    order_number: "Bestellnummer",
    requested_delivery: "Gewünschte Lieferung",
    more_lines_attached: "{count} weitere Positionen stehen in der angehängten Datei.",
    answer_order: "Bestätigen Sie hier Mengen und Liefertage, oder lehnen Sie ab: {link}\nDer Link gilt bis {day}. Wer ihn hat, kann diese Bestellung sehen und beantworten.",
    order_signature: "Gesendet von {person}, {organization}, mit Sprout. Antworten gehen an {person}.",
    order_footer: "Bestellung {order}, {organization}",
    line_number: "Nr.",
    item_id: "Artikelnummer",
    deliver_to: "Lieferort",
    quantity: "Menge",
    unit_price: "Stückpreis ({currency})",
    amount: "Betrag ({currency})",
    order_total: "Summe ({currency})",
    buyer: "Besteller",
    status: "Stand",
    drafted: "Entworfen",
    currency: "Währung",
    no_supplier: "Kein Lieferant hinterlegt",
    draft_not_ordered: "Entwurf, noch nicht bestellt",
    ordered_on: "Bestellt am {event}",
    discarded_on: "Verworfen am {event}",
    day_and_person: "{day} von {person}",
    rounded_amounts: "Beträge sind auf 2 Stellen gerundet. Die Summe ist die der genauen Beträge, einmal gerundet.",
};
