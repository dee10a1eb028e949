//! Portuguese texts.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    greeting: "Olá, {name},",
    footer: "O Sprout enviou esta mensagem para o endereço de e-mail da sua conta.",
    former_footer: "O Sprout enviou esta mensagem para o endereço de e-mail da sua antiga conta.",
    password_reset_subject: "Redefina sua senha do Sprout",
    password_reset: "alguém pediu para redefinir a senha da sua conta do Sprout. Se foi você, use este \
        link em até 30 minutos:\n\n{link}\n\nO link funciona uma vez e substitui os \
        anteriores. Se não foi você, ignore este e-mail: sua senha continua a mesma.",
    password_changed_subject: "Sua senha do Sprout foi alterada",
    password_was_reset: "a senha da sua conta do Sprout foi redefinida com um link enviado para este \
        endereço. Você foi desconectado em todos os lugares.\n\nSe não foi você, outra \
        pessoa consegue ler seu e-mail. Proteja primeiro sua caixa de e-mail e depois \
        redefina sua senha:\n\n{link}",
    password_changed: "a senha da sua conta do Sprout foi alterada na página da conta. Suas outras sessões \
        foram encerradas.\n\nSe não foi você, redefina sua senha agora:\n\n{link}",
    mfa_on_subject: "A MFA do Sprout foi ativada",
    mfa_on: "a autenticação multifator (MFA) da sua conta do Sprout foi ativada. Agora você \
        precisa de um código do seu aplicativo autenticador para entrar.\n\nSe não foi você, \
        altere sua senha e verifique suas sessões:\n\n{link}",
    mfa_off_subject: "A MFA do Sprout foi desativada",
    mfa_off: "a autenticação multifator (MFA) da sua conta do Sprout foi desativada. Agora você \
        precisa apenas da sua senha para entrar.\n\nSe não foi você, altere sua senha e \
        verifique suas sessões:\n\n{link}",
    mfa_reset: "um operador deste servidor do Sprout desativou a autenticação multifator (MFA) da \
        sua conta, o que se faz para pessoas que perderam o aplicativo autenticador e os \
        códigos de recuperação. Você foi desconectado em todos os lugares. Até configurá-la \
        de novo na página da conta, você precisa apenas da sua senha para entrar.\n\nSe você \
        não pediu isso, redefina sua senha agora:\n\n{link}",
    account_deleted_subject: "Sua conta do Sprout foi excluída",
    account_deleted: "sua conta do Sprout e todos os seus dados pessoais nela foram excluídos. Isso não \
        pode ser desfeito. Este é o último e-mail do Sprout.\n\nSe não foi você, alguém \
        sabia sua senha: altere-a nos outros lugares em que a usa.",
    registration_attempt_subject: "Alguém tentou se registrar com seu endereço de e-mail",
    registration_attempt: "alguém tentou se registrar no Sprout com este endereço de e-mail, que já tem uma \
        conta. Nada foi alterado.\n\nSe foi você, entre:\n\n{sign_in_page}\n\nOu redefina \
        sua senha se não a souber:\n\n{reset_page}\n\nSe não foi você, ignore este e-mail. \
        No máximo um e-mail assim é enviado por dia.",
    verification_subject: "Confirme seu endereço de e-mail para o Sprout",
    verification: "este endereço de e-mail foi informado para uma conta do Sprout. Se foi você, \
        confirme-o com este link em até 3 dias:\n\n{link}\n\nSe não foi você, ignore este \
        e-mail.",
    mfa_required_subject: "{organization} exige MFA",
    mfa_required: "{person} agora exige a autenticação multifator (MFA) de todos os membros de \
        {organization} no Sprout. Você não pode acessar a organização até configurá-la: um \
        aplicativo no seu telefone mostra um código, que você digita com a sua senha. Leva um \
        minuto:\n\n{link}\n\nAs chaves de API que você criou continuam funcionando.",
    organization_deleted_subject: "Uma das suas organizações no Sprout foi excluída",
    organization_deleted: "{person} excluiu a organização {organization} no Sprout em \
        {moment}. Todos os dados dela foram excluídos permanentemente: linhas sincronizadas, \
        configurações, rascunhos, correções, conversas com o Sprout AI, chaves de API, \
        convites e o registro de auditoria. Ninguém mais pode acessá-la.\n\nSua conta e suas \
        outras organizações não mudam. Se esta era a sua única organização, você ainda pode \
        entrar para criar outra, exportar seus dados ou excluir sua conta.\n\nSe você não \
        esperava isso, pergunte a {person}. Somente o operador deste servidor talvez possa \
        restaurar a organização a partir de um backup.",
    invitation_subject: "{inviter} convida você para {organization}",
    invitation: "Olá,\n\n{inviter} convida você para participar de {organization} no Sprout \
        como {role}.\n\nAceite com este link. Ele funciona uma vez, para este endereço de \
        e-mail, até {expiry}:\n\n{link}\n\nSe você não conhece esta pessoa, ignore este e-mail.",
    role_owner: "proprietário",
    role_admin: "administrador",
    role_member: "membro",
    role_viewer: "leitor",
    less_than_a_minute: "menos de um minuto",
    two_durations: "{large} e {small}",
    one_day: "{count} dia",
    days: "{count} dias",
    one_hour: "{count} hora",
    hours: "{count} horas",
    one_minute: "{count} minuto",
    minutes: "{count} minutos",
    sync_failed_title: "A sincronização de dados falhou",
    sync_recovered_title: "A sincronização de dados voltou a funcionar",
    table_failed_title: "A sincronização de {table} falhou",
    table_recovered_title: "{table} voltou a sincronizar",
    rejects_title: "Linhas de {table} foram rejeitadas",
    no_rejects_title: "Não há mais linhas rejeitadas em {table}",
    rows_rejected: "{rejected} de {rows} linhas foram rejeitadas. A página de sincronização de \
        dados mostra cada uma com linha, coluna e motivo.",
    webhook_title: "O webhook {name}",
    channel_title: "Canal {name}",
    had_failed: "Falhava desde {since}, por {duration}.",
    had_rejected: "Linhas eram rejeitadas desde {since}, por {duration}.",
    was_disabled: "Estava desativado desde {since}, por {duration}.",
    webhook_gone: "O webhook está desativado. O destino respondeu com o status 410: não quer \
        mais eventos. Corrija o destino e depois ative o webhook.",
    webhook_failing: "O webhook está desativado. Nenhuma entrega teve êxito em 3 dias. Último \
        erro: {error} Corrija o destino e depois ative o webhook.",
    channel_gone: "As mensagens de alerta não chegam mais a este canal. {error} Envie uma \
        mensagem de teste, ou remova o canal e adicione-o com uma nova URL.",
    channel_failing: "As mensagens de alerta não chegam mais a este canal. Nenhuma entrega \
        teve êxito em 3 dias. Último erro: {error} Envie uma mensagem de teste, ou remova o \
        canal e adicione-o com uma nova URL.",
    warning_title: "Aviso: {rule}",
    critical_title: "Crítico: {rule}",
    is_above: "{measure} está acima de {limit}.",
    is_no_longer_above: "{measure} não está mais acima de {limit}.",
    is_below: "{measure} está abaixo de {limit}.",
    is_no_longer_below: "{measure} não está mais abaixo de {limit}.",
    rises: "{measure} está mais de {limit} acima do período anterior.",
    no_longer_rises: "{measure} não está mais de {limit} acima do período anterior.",
    falls: "{measure} está mais de {limit} abaixo do período anterior.",
    no_longer_falls: "{measure} não está mais de {limit} abaixo do período anterior.",
    changes: "{measure} difere mais de {limit} do período anterior.",
    no_longer_changes: "{measure} não difere mais de {limit} do período anterior.",
    data_is_overdue: "Os dados são mais antigos do que a agenda de sincronização permite.",
    data_is_no_longer_overdue: "Os dados não são mais antigos do que a agenda de sincronização \
        permite.",
    margin_at_risk: "A margem esperada em risco",
    rejected_share: "A proporção de linhas rejeitadas",
    rejected_figure: "{figure} rejeitadas",
    no_rows: "sem linhas",
    more_members: "e mais {count}",
    period: "Período: {period}",
    open_figures: "Abrir os números",
    open_data_sync: "Abrir a sincronização de dados",
    several_notifications: "{count} notificações do Sprout",
    alert_email_reason: "O Sprout envia este e-mail por causa de uma regra de alerta de \
        {organization}. Veja {url}",
    sync_email_reason: "O Sprout envia este e-mail a todos os membros de {organization} que \
        podem iniciar sincronizações.",
    unsubscribe: "Cancelar inscrição",
    channel_footer: "O Sprout envia esta mensagem por causa de uma regra de alerta de {owner} \
        em {organization}. {creator} adicionou este canal.",
    channel_test_title: "Mensagem de teste do Sprout",
    channel_test: "Este canal pode receber as mensagens das regras de alerta de {organization}.",
    channel_test_footer: "{creator} adicionou este canal.",
    open_alert_rules: "Abrir as regras de alerta",
    order_not_sent_title: "Pedido não enviado a {recipient}",
    approval_title: "O pedido a {supplier} precisa de aprovação",
    approval_request: "{person} preparou um pedido de {total}, acima do limite da sua função.",
    someone: "Alguém",
    unknown_supplier: "um fornecedor desconhecido",
    order_approved_title: "Pedido a {supplier} aprovado",
    order_approved: "{person} aprovou o pedido de {total}.",
    report_not_sent_title: "Relatório não enviado: {report}",
    report_not_sent: "{recipient} não recebeu o relatório. {reason}",
    filters: "Filtros: {filters}",
    chart_description: "Gráfico de {figure}, {count} barras. Mais alto: {highest}. Mais baixo: \
        {lowest}.",
    report_has_no_rows: "Sem linhas.",
    report_has_one_row: "1 linha.",
    report_rows: "{count} linhas.",
    report_first_rows: "{shown} de {total} linhas.",
    workbook_has_all: "A pasta de trabalho anexa contém todas.",
    workbook_has_first: "A pasta de trabalho anexa contém as primeiras {count}.",
    pdf_has_all: "O PDF anexo contém todas.",
    pdf_has_first: "O PDF anexo contém as primeiras {count}.",
    table_has_first: "As primeiras {shown} de {total} linhas.",
    page_number: "Página {page} de {count}",
    document_is_cut: "O documento termina aqui porque atingiu o máximo de páginas. Ele está incompleto.",
    replaced_character: "{character} substitui um caractere que falta na fonte deste documento.",
    report_email_reason: "Você recebe este relatório porque ele está agendado para você em \
        {organization}. As linhas são as que você pode ver.",
    report: "Relatório",
    grower: "Produtor",
    expected_margin: "Margem esperada",
    salesperson: "Vendedor",
    call_by: "Ligar até",
    reason: "Motivo",
    item: "Item",
    location: "Local",
    cost: "Custo",
    recommended_quantity: "Quantidade recomendada",
    current_stock: "Estoque atual",
    unit: "Unidade",
    supplier: "Fornecedor",
    category: "Categoria",
    arrivals: "Chegadas",
    bookings: "Reservas",
    expected_sales: "Vendas esperadas ainda não reservadas",
    balance: "Saldo final",
    runs_short: "Falta em",
    cost_of_shortage: "Custo da falta",
    weeks_from: "{weeks} semanas a partir de {day}",
    customer: "Cliente",
    last_purchase: "Última compra",
    orders_per_year: "Pedidos por ano",
    average_spend: "Gasto médio",
    predicted_next_purchase: "Próxima compra prevista",
    unlikely_to_return: "Retorno improvável",
    not_within_a_year: "Não em um ano",
    commodity: "Commodity",
    corn: "Milho",
    soybeans: "Soja",
    wheat: "Trigo",
    fertilizer: "Fertilizante",
    price: "Preço",
    quoted_on: "Cotado em",
    change_percent: "Variação no período (%)",
    forecast: "Previsão para 3 meses",
    forecast_low: "Previsão, mínimo (80 %)",
    forecast_high: "Previsão, máximo (80 %)",
    key_figures: "Números principais",
    figure: "Indicador",
    value: "Valor",
    change: "Variação em relação ao período anterior",
    total_spend: "Gasto total",
    avg_order_value: "Valor médio do pedido",
    delivery_rate: "Entregas no prazo",
    active_suppliers: "Fornecedores ativos",
    percentage_points: "{number} p.p.",
    purchase_recommendations: "Recomendações de compra",
    price_index: "Índice de preços",
    all_categories: "Todas as categorias",
    change_from_last_month: "Variação em relação ao mês anterior (%)",
    trend: "Tendência em 3 meses",
    rising: "Em alta",
    falling: "Em queda",
    stable: "Estável",
    last_month: "Último mês com compras",
    crop_yields: "Previsão de produtividade das culturas",
    crop: "Cultura",
    yield_forecast: "Previsão (bu/acre)",
    yield_low: "Mínimo, 80 % (bu/acre)",
    yield_high: "Máximo, 80 % (bu/acre)",
    last_harvest: "Última colheita (bu/acre)",
    yield_change: "Variação em relação à última colheita (%)",
    commodity_prices: "Preços de commodities",
    price_trend: "Tendência de preços",
    date: "Data",
    trading_volume: "Volume negociado",
    week_of: "Semana de",
    weather: "Clima",
    region: "Região",
    temperature: "Temperatura (°F)",
    conditions: "Condições",
    rainfall: "Chuva, 10 dias (in)",
    field_work_days: "Dias bons para trabalho no campo",
    news: "Notícias",
    headline: "Manchete",
    source: "Fonte",
    impact: "Impacto",
    positive: "Positivo",
    neutral: "Neutro",
    negative: "Negativo",
    section_left_out: "Não incluído: {section}. Falta a permissão {permission}.",
};
