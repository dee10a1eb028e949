//! Spanish texts.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    greeting: "Hola, {name}:",
    footer: "Sprout envió este mensaje a la dirección de correo de su cuenta.",
    former_footer: "Sprout envió este mensaje a la dirección de correo de su cuenta anterior.",
    password_reset_subject: "Restablezca su contraseña de Sprout",
    password_reset: "Alguien pidió restablecer la contraseña de su cuenta de Sprout. Si fue usted, use \
        este enlace en los próximos 30 minutos:\n\n{link}\n\nEl enlace sirve una vez y \
        reemplaza a los anteriores. Si no fue usted, ignore este correo: su contraseña no \
        cambia.",
    password_changed_subject: "Se cambió su contraseña de Sprout",
    password_was_reset: "La contraseña de su cuenta de Sprout se restableció con un enlace enviado a esta \
        dirección. Se cerró su sesión en todas partes.\n\nSi no fue usted, otra persona \
        puede leer su correo. Proteja primero su buzón y luego restablezca su \
        contraseña:\n\n{link}",
    password_changed: "La contraseña de su cuenta de Sprout se cambió en la página de la cuenta. Se \
        cerraron sus otras sesiones.\n\nSi no fue usted, restablezca su contraseña \
        ahora:\n\n{link}",
    mfa_on_subject: "Se activó MFA para Sprout",
    mfa_on: "Se activó la autenticación multifactor (MFA) de su cuenta de Sprout. Ahora necesita \
        un código de su aplicación de autenticación para iniciar sesión.\n\nSi no fue usted, \
        cambie su contraseña y revise sus sesiones:\n\n{link}",
    mfa_off_subject: "Se desactivó MFA para Sprout",
    mfa_off: "Se desactivó la autenticación multifactor (MFA) de su cuenta de Sprout. Ahora solo \
        necesita su contraseña para iniciar sesión.\n\nSi no fue usted, cambie su contraseña \
        y revise sus sesiones:\n\n{link}",
    mfa_reset: "Un operador de este servidor de Sprout desactivó la autenticación multifactor (MFA) \
        de su cuenta, lo que se hace para quienes perdieron su aplicación de autenticación y \
        sus códigos de recuperación. Se cerró su sesión en todas partes. Hasta que la \
        configure de nuevo en la página de la cuenta, solo necesita su contraseña para \
        iniciar sesión.\n\nSi no lo pidió usted, restablezca su contraseña ahora:\n\n{link}",
    account_deleted_subject: "Se eliminó su cuenta de Sprout",
    account_deleted: "Se eliminaron su cuenta de Sprout y todos sus datos personales en ella. Esto no se \
        puede deshacer. Este es el último correo de Sprout.\n\nSi no fue usted, alguien \
        conocía su contraseña: cámbiela en los demás lugares donde la use.",
    registration_attempt_subject: "Alguien intentó registrarse con su dirección de correo",
    registration_attempt: "Alguien intentó registrarse en Sprout con esta dirección de correo, que ya tiene una \
        cuenta. No se cambió nada.\n\nSi fue usted, inicie sesión:\n\n{sign_in_page}\n\nO \
        restablezca su contraseña si no la sabe:\n\n{reset_page}\n\nSi no fue usted, ignore \
        este correo. Se envía como máximo un correo así al día.",
    verification_subject: "Confirme su dirección de correo para Sprout",
    verification: "Se ingresó esta dirección de correo para una cuenta de Sprout. Si fue usted, \
        confírmela con este enlace en un plazo de 3 días:\n\n{link}\n\nSi no fue usted, \
        ignore este correo.",
    mfa_required_subject: "{organization} exige MFA",
    mfa_required: "{person} ahora exige la autenticación multifactor (MFA) a todos los \
        miembros de {organization} en Sprout. No puede acceder a la organización hasta que la \
        configure: una aplicación en su teléfono muestra un código, que usted ingresa con su \
        contraseña. Toma un minuto:\n\n{link}\n\nLas claves de API que usted creó siguen \
        funcionando.",
    organization_deleted_subject: "Se eliminó una de sus organizaciones en Sprout",
    organization_deleted: "{person} eliminó la organización {organization} en Sprout el \
        {moment}. Todos sus datos se eliminaron de forma permanente: filas sincronizadas, \
        ajustes, borradores, correcciones, conversaciones con Sprout AI, claves de API, \
        invitaciones y el registro de auditoría. Ya nadie puede acceder a ella.\n\nSu cuenta y \
        sus otras organizaciones no cambian. Si era su única organización, aún puede iniciar \
        sesión para crear otra, exportar sus datos o eliminar su cuenta.\n\nSi no lo esperaba, \
        pregunte a {person}. Solo el operador de este servidor podría restaurar la \
        organización desde una copia de seguridad.",
    invitation_subject: "{inviter} le invita a {organization}",
    invitation: "Hola:\n\n{inviter} le invita a unirse a {organization} en Sprout como \
        {role}.\n\nAcepte con este enlace. Funciona una sola vez, para esta dirección de \
        correo, hasta el {expiry}:\n\n{link}\n\nSi no conoce a esta persona, ignore este \
        correo.",
    role_owner: "propietario",
    role_admin: "administrador",
    role_member: "miembro",
    role_viewer: "lector",
    less_than_a_minute: "menos de un minuto",
    two_durations: "{large} y {small}",
    one_day: "{count} día",
    days: "{count} días",
    one_hour: "{count} hora",
    hours: "{count} horas",
    one_minute: "{count} minuto",
    minutes: "{count} minutos",
    sync_failed_title: "Falló la sincronización de datos",
    sync_recovered_title: "La sincronización de datos se recuperó",
    table_failed_title: "No se pudo sincronizar {table}",
    table_recovered_title: "{table} se sincroniza de nuevo",
    rejects_title: "Se rechazaron filas de {table}",
    no_rejects_title: "Ya no hay filas rechazadas en {table}",
    rows_rejected: "Se rechazaron {rejected} de {rows} filas. La página de sincronización de \
        datos muestra cada fila con línea, columna y motivo.",
    webhook_title: "El webhook {name}",
    channel_title: "Canal {name}",
    had_failed: "Fallaba desde el {since}, durante {duration}.",
    had_rejected: "Se rechazaban filas desde el {since}, durante {duration}.",
    was_disabled: "Estaba desactivado desde el {since}, durante {duration}.",
    webhook_gone: "El webhook está desactivado. El receptor respondió con el estado 410: no \
        quiere más eventos. Corrija el receptor y luego active el webhook.",
    webhook_failing: "El webhook está desactivado. Ninguna entrega tuvo éxito en 3 días. \
        Último error: {error} Corrija el receptor y luego active el webhook.",
    channel_gone: "Los mensajes de alerta ya no llegan a este canal. {error} Envíe un mensaje \
        de prueba, o quite el canal y agréguelo con una URL nueva.",
    channel_failing: "Los mensajes de alerta ya no llegan a este canal. Ninguna entrega tuvo \
        éxito en 3 días. Último error: {error} Envíe un mensaje de prueba, o quite el canal y \
        agréguelo con una URL nueva.",
    warning_title: "Advertencia: {rule}",
    critical_title: "Crítica: {rule}",
    is_above: "{measure} está por encima de {limit}.",
    is_no_longer_above: "{measure} ya no está por encima de {limit}.",
    is_below: "{measure} está por debajo de {limit}.",
    is_no_longer_below: "{measure} ya no está por debajo de {limit}.",
    rises: "{measure} está más de {limit} por encima del período anterior.",
    no_longer_rises: "{measure} ya no está más de {limit} por encima del período anterior.",
    falls: "{measure} está más de {limit} por debajo del período anterior.",
    no_longer_falls: "{measure} ya no está más de {limit} por debajo del período anterior.",
    changes: "{measure} difiere más de {limit} del período anterior.",
    no_longer_changes: "{measure} ya no difiere más de {limit} del período anterior.",
    data_is_overdue: "Los datos son más antiguos de lo que permite el horario de sincronización.",
    data_is_no_longer_overdue: "Los datos ya no son más antiguos de lo que permite el horario \
        de sincronización.",
    margin_at_risk: "El margen esperado en riesgo",
    rejected_share: "La proporción de filas rechazadas",
    rejected_figure: "{figure} rechazadas",
    no_rows: "sin filas",
    more_members: "y {count} más",
    period: "Período: {period}",
    open_figures: "Abrir las cifras",
    open_data_sync: "Abrir la sincronización de datos",
    several_notifications: "{count} notificaciones de Sprout",
    alert_email_reason: "Sprout envía este correo por una regla de alerta de {organization}. \
        Véase {url}",
    sync_email_reason: "Sprout envía este correo a todos los miembros de {organization} que \
        pueden iniciar sincronizaciones.",
    unsubscribe: "Cancelar la suscripción",
    channel_footer: "Sprout envía este mensaje por una regla de alerta de {owner} en \
        {organization}. {creator} agregó este canal.",
    channel_test_title: "Mensaje de prueba de Sprout",
    channel_test: "Este canal puede recibir los mensajes de las reglas de alerta de \
        {organization}.",
    channel_test_footer: "{creator} agregó este canal.",
    open_alert_rules: "Abrir las reglas de alerta",
    order_not_sent_title: "No se envió el pedido a {recipient}",
    approval_title: "El pedido a {supplier} necesita aprobación",
    approval_request: "{person} preparó un pedido de {total}, que supera el límite de su rol.",
    someone: "Alguien",
    unknown_supplier: "un proveedor desconocido",
    order_approved_title: "Pedido a {supplier} aprobado",
    order_approved: "{person} aprobó el pedido de {total}.",
    report_not_sent_title: "Informe no enviado: {report}",
    report_not_sent: "{recipient} no recibió el informe. {reason}",
    filters: "Filtros: {filters}",
    chart_description: "Gráfico de {figure}, {count} barras. Más alto: {highest}. Más bajo: \
        {lowest}.",
    report_has_no_rows: "Sin filas.",
    report_has_one_row: "1 fila.",
    report_rows: "{count} filas.",
    report_first_rows: "{shown} de {total} filas.",
    workbook_has_all: "El libro adjunto las contiene todas.",
    workbook_has_first: "El libro adjunto contiene las primeras {count}.",
    pdf_has_all: "El PDF adjunto las contiene todas.",
    pdf_has_first: "El PDF adjunto contiene las primeras {count}.",
    table_has_first: "Las primeras {shown} de {total} filas.",
    page_number: "Página {page} de {count}",
    document_is_cut: "El documento termina aquí porque alcanzó el máximo de páginas. Está incompleto.",
    replaced_character: "{character} reemplaza un carácter que falta en la fuente de este documento.",
    report_email_reason: "Recibe este informe porque está programado para usted en \
        {organization}. Las filas son las que usted puede ver.",
    report: "Informe",
    grower: "Agricultor",
    expected_margin: "Margen esperado",
    salesperson: "Vendedor",
    call_by: "Llamar hasta",
    reason: "Motivo",
    item: "Artículo",
    location: "Ubicación",
    cost: "Costo",
    recommended_quantity: "Cantidad recomendada",
    current_stock: "Existencias actuales",
    unit: "Unidad",
    supplier: "Proveedor",
    category: "Categoría",
    arrivals: "Llegadas",
    bookings: "Reservas",
    expected_sales: "Ventas esperadas aún no reservadas",
    balance: "Saldo final",
    runs_short: "Se agota",
    cost_of_shortage: "Costo del faltante",
    weeks_from: "{weeks} semanas desde el {day}",
    customer: "Cliente",
    last_purchase: "Última compra",
    orders_per_year: "Pedidos al año",
    average_spend: "Gasto promedio",
    predicted_next_purchase: "Próxima compra prevista",
    unlikely_to_return: "Es poco probable que vuelva",
    not_within_a_year: "No en un año",
    commodity: "Materia prima",
    corn: "Maíz",
    soybeans: "Soja",
    wheat: "Trigo",
    fertilizer: "Fertilizante",
    price: "Precio",
    quoted_on: "Cotizado el",
    change_percent: "Cambio en el período (%)",
    forecast: "Pronóstico a 3 meses",
    forecast_low: "Pronóstico, mínimo (80 %)",
    forecast_high: "Pronóstico, máximo (80 %)",
    key_figures: "Cifras clave",
    figure: "Cifra",
    value: "Valor",
    change: "Variación frente al período anterior",
    total_spend: "Gasto total",
    avg_order_value: "Valor medio del pedido",
    delivery_rate: "Cumplimiento de entregas",
    active_suppliers: "Proveedores activos",
    percentage_points: "{number} p. p.",
    purchase_recommendations: "Recomendaciones de compra",
    price_index: "Índice de precios",
    all_categories: "Todas las categorías",
    change_from_last_month: "Variación frente al mes anterior (%)",
    trend: "Tendencia en 3 meses",
    rising: "Al alza",
    falling: "A la baja",
    stable: "Estable",
    last_month: "Último mes con compras",
    crop_yields: "Pronóstico de rendimiento de cultivos",
    crop: "Cultivo",
    yield_forecast: "Pronóstico (bu/acre)",
    yield_low: "Mínimo, 80 % (bu/acre)",
    yield_high: "Máximo, 80 % (bu/acre)",
    last_harvest: "Última cosecha (bu/acre)",
    yield_change: "Variación frente a la última cosecha (%)",
    commodity_prices: "Precios de materias primas",
    price_trend: "Tendencia de precios",
    date: "Fecha",
    trading_volume: "Volumen negociado",
    week_of: "Semana del",
    weather: "Tiempo",
    region: "Región",
    temperature: "Temperatura (°F)",
    conditions: "Condiciones",
    rainfall: "Lluvia, 10 días (in)",
    field_work_days: "Días aptos para el trabajo de campo",
    news: "Noticias",
    headline: "Titular",
    source: "Fuente",
    impact: "Impacto",
    positive: "Positivo",
    neutral: "Neutro",
    negative: "Negativo",
    section_left_out: "No incluido: {section}. Falta el permiso {permission}.",
    order_subject: "Pedido de compra {order} de {organization}",
    order_from: "Pedido de compra de {organization}",
    purchase_order: "Pedido de compra",
    order_number: "Número de pedido",
    requested_delivery: "Entrega solicitada",
    more_lines_attached: "Hay {count} líneas más en el archivo adjunto.",
    answer_order: "Confirme aquí las cantidades y los días de entrega, o rechace el pedido: {link}\nEl enlace funciona hasta el {day}. Quien lo tenga puede ver y responder este pedido.",
    order_signature: "Enviado por {person} de {organization} con Sprout. Las respuestas llegan a {person}.",
    order_footer: "Pedido de compra {order}, {organization}",
    line_number: "N.º",
    item_id: "ID del artículo",
    deliver_to: "Entregar en",
    quantity: "Cantidad",
    unit_price: "Precio unitario ({currency})",
    amount: "Importe ({currency})",
    order_total: "Total general ({currency})",
    buyer: "Comprador",
    status: "Estado",
    drafted: "Redactado",
    currency: "Moneda",
    no_supplier: "Sin proveedor registrado",
    draft_not_ordered: "Borrador, aún sin pedir",
    ordered_on: "Pedido el {event}",
    discarded_on: "Descartado el {event}",
    day_and_person: "{day} por {person}",
    rounded_amounts: "Los importes se redondean a 2 decimales. El total es la suma de los importes exactos, redondeada una vez.",
};
