//! English texts.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    greeting: "Hello {name},",
    footer: "Sprout sent this to the email address of your account.",
    former_footer: "Sprout sent this to the email address of your former account.",
    password_reset_subject: "Reset your Sprout password",
    password_reset: "someone asked to reset the password of your Sprout account. If it was you, use this \
        link within 30 minutes:\n\n{link}\n\nThe link works once and replaces any earlier \
        one. If it was not you, ignore this email: your password stays the same.",
    password_changed_subject: "Your Sprout password was changed",
    password_was_reset: "the password of your Sprout account was reset with a link that was sent to this \
        address. You are signed out everywhere.\n\nIf it was not you, someone else can read \
        your email. Secure your mailbox first, then reset your password:\n\n{link}",
    password_changed: "the password of your Sprout account was changed on the account page. Your other \
        sessions are signed out.\n\nIf it was not you, reset your password now:\n\n{link}",
    mfa_on_subject: "MFA for Sprout was turned on",
    mfa_on: "multi-factor authentication (MFA) of your Sprout account was turned on. You now need \
        a code from your authenticator app to sign in.\n\nIf it was not you, change your \
        password and check your sessions:\n\n{link}",
    mfa_off_subject: "MFA for Sprout was turned off",
    mfa_off: "multi-factor authentication (MFA) of your Sprout account was turned off. You now \
        need only your password to sign in.\n\nIf it was not you, change your password and \
        check your sessions:\n\n{link}",
    mfa_reset: "an operator of this Sprout server turned off multi-factor authentication (MFA) of \
        your account, which is done for people who lost their authenticator app and their \
        recovery codes. You are signed out everywhere. Until you set it up again on the \
        account page, you need only your password to sign in.\n\nIf you did not ask for \
        this, reset your password now:\n\n{link}",
    account_deleted_subject: "Your Sprout account was deleted",
    account_deleted: "your Sprout account and all your personal data in it were deleted. This can't be \
        undone. This is the last email from Sprout.\n\nIf it was not you, someone knew your \
        password: change it wherever else you use it.",
    registration_attempt_subject: "Someone tried to register with your email address",
    registration_attempt: "someone tried to register at Sprout with this email address, which already has an \
        account. Nothing was changed.\n\nIf it was you, sign in \
        instead:\n\n{sign_in_page}\n\nOr reset your password if you don't know \
        it:\n\n{reset_page}\n\nIf it was not you, ignore this email. At most one such email \
        is sent a day.",
    verification_subject: "Verify your email address for Sprout",
    verification: "this email address was entered for a Sprout account. If it was you, verify it with \
        this link within 3 days:\n\n{link}\n\nIf it was not you, ignore this email.",
    mfa_required_subject: "{organization} requires MFA",
    mfa_required: "{person} now requires multi-factor authentication (MFA) for all members of \
        {organization} on Sprout. You can't access the organization until you set it up: an \
        app on your phone shows a code, which you enter with your password. It takes a \
        minute:\n\n{link}\n\nAPI keys that you created keep working.",
    organization_deleted_subject: "One of your organizations on Sprout was deleted",
    organization_deleted: "{person} deleted the organization {organization} on Sprout on \
        {moment}. All of its data is permanently deleted: synced rows, settings, drafts, \
        corrections, conversations with Sprout AI, API keys, invitations and the audit log. \
        Nobody can access it anymore.\n\nYour account and your other organizations are \
        unchanged. If this was your only organization, you can still sign in to create another \
        one, export your data or delete your account.\n\nIf you did not expect this, ask \
        {person}. Only the operator of this server may be able to restore the organization \
        from a backup.",
    invitation_subject: "{inviter} invites you to {organization}",
    invitation: "Hello,\n\n{inviter} invites you to join {organization} on Sprout as \
        {role}.\n\nAccept with this link. It works once, for this email address, until \
        {expiry}:\n\n{link}\n\nIf you don't know this person, ignore this email.",
    role_owner: "an owner",
    role_admin: "an admin",
    role_member: "a member",
    role_viewer: "a viewer",
    less_than_a_minute: "less than a minute",
    two_durations: "{large} and {small}",
    one_day: "{count} day",
    days: "{count} days",
    one_hour: "{count} hour",
    hours: "{count} hours",
    one_minute: "{count} minute",
    minutes: "{count} minutes",
    sync_failed_title: "Data Sync failed",
    sync_recovered_title: "Data Sync recovered",
    table_failed_title: "{table} failed to sync",
    table_recovered_title: "{table} syncs again",
    rejects_title: "Rows of {table} were rejected",
    no_rejects_title: "No more rejected rows in {table}",
    rows_rejected: "{rejected} of {rows} rows were rejected. The Data Sync page lists each row \
        with line, column and reason.",
    webhook_title: "Webhook {name}",
    channel_title: "Channel {name}",
    had_failed: "It had failed since {since}, for {duration}.",
    had_rejected: "Rows had been rejected since {since}, for {duration}.",
    was_disabled: "It was disabled since {since}, for {duration}.",
    webhook_gone: "The webhook is disabled. The endpoint answered with status 410: it wants no \
        more events. Fix the endpoint, then enable the webhook.",
    webhook_failing: "The webhook is disabled. No delivery succeeded for 3 days. Last error: \
        {error} Fix the endpoint, then enable the webhook.",
    channel_gone: "Alert messages no longer reach this channel. {error} Send a test message, \
        or remove the channel and add it with a new URL.",
    channel_failing: "Alert messages no longer reach this channel. No delivery succeeded for 3 \
        days. Last error: {error} Send a test message, or remove the channel and add it with a \
        new URL.",
    warning_title: "Warning: {rule}",
    critical_title: "Critical: {rule}",
    is_above: "{measure} is above {limit}.",
    is_no_longer_above: "{measure} is no longer above {limit}.",
    is_below: "{measure} is below {limit}.",
    is_no_longer_below: "{measure} is no longer below {limit}.",
    rises: "{measure} is more than {limit} above the previous period.",
    no_longer_rises: "{measure} is no longer more than {limit} above the previous period.",
    falls: "{measure} is more than {limit} below the previous period.",
    no_longer_falls: "{measure} is no longer more than {limit} below the previous period.",
    changes: "{measure} is more than {limit} off the previous period.",
    no_longer_changes: "{measure} is no longer more than {limit} off the previous period.",
    data_is_overdue: "The data is older than the sync schedule allows.",
    data_is_no_longer_overdue: "The data is no longer older than the sync schedule allows.",
    margin_at_risk: "The expected margin at risk",
    rejected_share: "The share of rejected rows",
    rejected_figure: "{figure} rejected",
    no_rows: "no rows",
    more_members: "and {count} more",
    period: "Period: {period}",
    open_figures: "Open the figures",
    open_data_sync: "Open Data Sync",
    several_notifications: "{count} notifications from Sprout",
    alert_email_reason: "Sprout sends this because of an alert rule of {organization}. See {url}",
    sync_email_reason: "Sprout sends this to all members of {organization} who may run syncs.",
    unsubscribe: "Unsubscribe",
    channel_footer: "Sprout sends this because of an alert rule of {owner} at {organization}. \
        {creator} added this channel.",
    channel_test_title: "Test message from Sprout",
    channel_test: "This channel can get the messages of alert rules of {organization}.",
    channel_test_footer: "{creator} added this channel.",
    open_alert_rules: "Open the alert rules",
    order_not_sent_title: "Order not sent to {recipient}",
    approval_title: "Order to {supplier} needs approval",
    approval_request: "{person} drafted an order of {total}, which is above the limit of their \
        role.",
    someone: "Someone",
    unknown_supplier: "an unknown supplier",
    order_approved_title: "Order to {supplier} approved",
    order_approved: "{person} approved the order of {total}.",
    report_not_sent_title: "Report not sent: {report}",
    report_not_sent: "{recipient} did not get the report. {reason}",
    filters: "Filters: {filters}",
    chart_description: "Chart of {figure}, {count} bars. Highest: {highest}. Lowest: {lowest}.",
    report_has_no_rows: "No rows.",
    report_has_one_row: "1 row.",
    report_rows: "{count} rows.",
    report_first_rows: "{shown} of {total} rows.",
    workbook_has_all: "The attached workbook has all of them.",
    workbook_has_first: "The attached workbook has the first {count}.",
    pdf_has_all: "The attached PDF has all of them.",
    pdf_has_first: "The attached PDF has the first {count}.",
    table_has_first: "The first {shown} of {total} rows.",
    page_number: "Page {page} of {count}",
    document_is_cut: "The document ends here because it has the maximum number of pages. It is incomplete.",
    replaced_character: "{character} stands for a character that the font of this document lacks.",
    report_email_reason: "You get this report because it is scheduled for you in \
        {organization}. The rows are those that you may see.",
    report: "Report",
    grower: "Grower",
    expected_margin: "Expected margin",
    salesperson: "Salesperson",
    call_by: "Call by",
    reason: "Reason",
    item: "Item",
    location: "Location",
    cost: "Cost",
    recommended_quantity: "Recommended quantity",
    current_stock: "Current stock",
    unit: "Unit",
    supplier: "Supplier",
    category: "Category",
    arrivals: "Arrivals",
    bookings: "Bookings",
    expected_sales: "Expected sales not booked yet",
    balance: "Balance at the end",
    runs_short: "Runs short",
    cost_of_shortage: "Cost of shortage",
    weeks_from: "{weeks} weeks from {day}",
    customer: "Customer",
    last_purchase: "Last Purchase",
    orders_per_year: "Orders per year",
    average_spend: "Average Spend",
    predicted_next_purchase: "Predicted Next Purchase",
    unlikely_to_return: "Unlikely to return",
    not_within_a_year: "Not within a year",
    commodity: "Commodity",
    corn: "Corn",
    soybeans: "Soybeans",
    wheat: "Wheat",
    fertilizer: "Fertilizer",
    price: "Price",
    quoted_on: "Quoted on",
    change_percent: "Change over the period (%)",
    forecast: "Forecast for 3 months ahead",
    forecast_low: "Forecast, low (80 %)",
    forecast_high: "Forecast, high (80 %)",
    key_figures: "Key figures",
    figure: "Figure",
    value: "Value",
    change: "Change from the period before",
    total_spend: "Total Spend",
    avg_order_value: "Avg Order Value",
    delivery_rate: "Delivery Rate",
    active_suppliers: "Active Suppliers",
    percentage_points: "{number} pp",
    purchase_recommendations: "Purchase recommendations",
    price_index: "Price index",
    all_categories: "All categories",
    change_from_last_month: "Change from the month before (%)",
    trend: "Trend over 3 months",
    rising: "Rising",
    falling: "Falling",
    stable: "Stable",
    last_month: "Last month with purchases",
    crop_yields: "Crop yield forecast",
    crop: "Crop",
    yield_forecast: "Forecast (bu/acre)",
    yield_low: "Low, 80 % (bu/acre)",
    yield_high: "High, 80 % (bu/acre)",
    last_harvest: "Last harvest (bu/acre)",
    yield_change: "Change from the last harvest (%)",
    commodity_prices: "Commodity prices",
    price_trend: "Price trend",
    date: "Date",
    trading_volume: "Trading volume",
    week_of: "Week of",
    weather: "Weather",
    region: "Region",
    temperature: "Temperature (°F)",
    conditions: "Conditions",
    rainfall: "Rainfall, 10 days (in)",
    field_work_days: "Days fit for field work",
    news: "News",
    headline: "Headline",
    source: "Source",
    impact: "Impact",
    positive: "Positive",
    neutral: "Neutral",
    negative: "Negative",
    section_left_out: "Left out: {section}. You lack the permission {permission}.",
};
