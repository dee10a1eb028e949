-- The schema of Sprout 0.1.0 for SQLite and PostgreSQL.
--
-- m0001_baseline.rs replaces the placeholders: {bigint}, {uuid}, {date} and {timestamp} are the
-- types of the engine, {without_rowid} makes SQLite store a rollup in its primary key. Amounts and
-- quantities with the suffix _e4 are exact decimals: integers scaled by 10^4.

-- Organizations, people and memberships.

create table organization (
    id {uuid} not null primary key,
    slug varchar not null unique,
    name varchar not null,
    currency varchar,
    time_zone varchar not null,
    is_demo boolean not null,
    data_version {bigint} not null,
    created_at {timestamp} not null,
    suspended_at {timestamp},
    suspended_reason text,
    max_members {bigint},
    max_rows {bigint},
    max_monthly_questions {bigint},
    deletion_started_at {timestamp},
    mfa_required boolean not null default false,
    owns_warehouse_root boolean not null default false
);

create table person (
    id {uuid} not null primary key,
    email varchar not null unique,
    name varchar not null,
    password_hash varchar not null,
    disabled_at {timestamp},
    created_at {timestamp} not null
);

create table membership (
    tenant_id {uuid} not null,
    person_id {uuid} not null,
    role varchar not null,
    created_at {timestamp} not null,
    primary key (tenant_id, person_id),
    foreign key (tenant_id) references organization (id) on delete cascade,
    foreign key (person_id) references person (id) on delete cascade
);
create index membership_person_idx on membership (person_id);

create table person_preference (
    person_id {uuid} not null primary key,
    format_locale varchar,
    time_zone varchar,
    units varchar,
    currency_style varchar,
    updated_at {timestamp} not null,
    foreign key (person_id) references person (id) on delete cascade
);

-- Sessions. Tokens are stored as hashes.

create table session (
    id {uuid} not null primary key,
    person_id {uuid} not null,
    tenant_id {uuid} not null,
    user_agent varchar,
    created_at {timestamp} not null,
    refreshed_at {timestamp} not null,
    expires_at {timestamp} not null,
    revoked_at {timestamp},
    foreign key (person_id) references person (id) on delete cascade,
    foreign key (tenant_id) references organization (id) on delete cascade
);
create index session_person_idx on session (person_id);

create table refresh_token (
    hash varchar not null primary key,
    session_id {uuid} not null,
    issued_at {timestamp} not null,
    expires_at {timestamp} not null,
    used_at {timestamp},
    foreign key (session_id) references session (id) on delete cascade
);
create index refresh_token_session_idx on refresh_token (session_id);

create table signing_key_version (
    version {bigint} not null primary key,
    signs_from {timestamp} not null
);

-- Multi-factor authentication, account recovery and login throttling.

create table mfa_credential (
    person_id {uuid} not null primary key,
    sealed_secret text not null,
    created_at {timestamp} not null,
    confirmed_at {timestamp},
    last_totp_step {bigint} not null,
    foreign key (person_id) references person (id) on delete cascade
);

create table recovery_code (
    hash varchar not null primary key,
    person_id {uuid} not null,
    used_at {timestamp},
    foreign key (person_id) references person (id) on delete cascade
);
create index recovery_code_person_idx on recovery_code (person_id);

create table verified_email (
    person_id {uuid} not null primary key,
    email varchar not null,
    verified_at {timestamp} not null,
    foreign key (person_id) references person (id) on delete cascade
);

create table one_time_token (
    hash varchar not null primary key,
    purpose varchar not null,
    person_id {uuid},
    subject_id {uuid},
    email varchar not null,
    created_at {timestamp} not null,
    expires_at {timestamp} not null,
    used_at {timestamp},
    foreign key (person_id) references person (id) on delete cascade
);
create index one_time_token_person_idx on one_time_token (person_id);
create index one_time_token_subject_id_idx on one_time_token (subject_id);
create index one_time_token_expires_at_idx on one_time_token (expires_at);

create table rate_limit_bucket (
    key_hash varchar not null primary key,
    full_at_ms {bigint} not null
);
create index rate_limit_bucket_full_at_idx on rate_limit_bucket (full_at_ms);

-- Outgoing email. It belongs to no tenant: an invited person may have no organization yet.

create table email_outbox (
    id {uuid} not null primary key,
    kind varchar not null,
    to_address varchar not null,
    to_name varchar not null,
    person_id {uuid},
    organization_id {uuid},
    subject text not null,
    sealed_body text not null,
    created_at {timestamp} not null,
    next_attempt_at {timestamp} not null,
    expires_at {timestamp} not null,
    attempts integer not null,
    epoch {bigint} not null,
    sent_at {timestamp},
    last_error text,
    failed_at {timestamp},
    foreign key (person_id) references person (id) on delete cascade,
    foreign key (organization_id) references organization (id) on delete cascade
);
create index email_outbox_next_attempt_at_idx on email_outbox (next_attempt_at);
create index email_outbox_person_idx on email_outbox (person_id, created_at);

-- Invitations and API keys. The secret of an invitation is a one-time token.

create table invitation (
    tenant_id {uuid} not null,
    id {uuid} not null,
    email varchar not null,
    role varchar not null,
    invited_by {uuid} not null,
    invited_by_name text not null,
    created_at {timestamp} not null,
    sent_at {timestamp} not null,
    expires_at {timestamp} not null,
    accepted_at {timestamp},
    revoked_at {timestamp},
    primary key (tenant_id, id),
    foreign key (tenant_id) references organization (id) on delete cascade
);
create index invitation_id_idx on invitation (id);

create table api_key (
    tenant_id {uuid} not null,
    id {uuid} not null,
    name text not null,
    token_hash varchar not null,
    permissions text not null,
    created_by {uuid} not null,
    created_by_name text not null,
    created_at {timestamp} not null,
    expires_at {timestamp},
    last_used_at {timestamp},
    primary key (tenant_id, id),
    foreign key (tenant_id) references organization (id) on delete cascade
);
create unique index api_key_id_key on api_key (id);

-- Operators of the installation. The audit log has no foreign keys, so that an entry outlives the
-- person and the organization.

create table operator (
    person_id {uuid} not null primary key,
    granted_at {timestamp} not null,
    granted_by text not null,
    foreign key (person_id) references person (id) on delete cascade
);

create table operator_audit_entry (
    id {uuid} not null primary key,
    occurred_at {timestamp} not null,
    operator_id {uuid},
    operator_name text not null,
    action varchar not null,
    target_id varchar,
    target_name text,
    ip_address varchar,
    request_id varchar
);

-- The audit log of each organization: an append-only hash chain. Triggers reject every change
-- until the organization is being deleted (sqlite.sql, postgres.sql).

create table audit_head (
    tenant_id {uuid} not null,
    seq {bigint} not null,
    hash varchar not null,
    primary key (tenant_id),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table audit_entry (
    tenant_id {uuid} not null,
    seq {bigint} not null,
    occurred_at {timestamp} not null,
    actor_kind varchar not null,
    actor_id {uuid},
    actor_name text not null,
    action varchar not null,
    target_kind varchar,
    target_id varchar,
    target_name text,
    before text,
    after text,
    ip_address varchar,
    user_agent text,
    request_id varchar,
    hash varchar not null,
    primary key (tenant_id, seq),
    foreign key (tenant_id) references organization (id) on delete cascade
);
create index audit_entry_actor_idx on audit_entry (tenant_id, actor_id, seq);
create index audit_entry_action_idx on audit_entry (tenant_id, action, seq);

-- Background jobs, idempotency keys and notifications.

create table job (
    tenant_id {uuid} not null,
    id {uuid} not null,
    kind varchar not null,
    subject_id {uuid},
    payload text not null,
    state varchar not null,
    attempts integer not null,
    epoch {bigint} not null,
    heartbeats {bigint} not null,
    last_error text,
    created_at {timestamp} not null,
    due_at {timestamp} not null,
    started_at {timestamp},
    finished_at {timestamp},
    primary key (tenant_id, id),
    foreign key (tenant_id) references organization (id) on delete cascade
);
create index job_state_kind_due_at_idx on job (state, kind, due_at);

create table idempotent_request (
    tenant_id {uuid} not null,
    caller_id {uuid} not null,
    key_hash varchar not null,
    request_hash varchar not null,
    permissions text not null,
    run_id {uuid},
    response_status integer,
    response_body text,
    created_at {timestamp} not null,
    primary key (tenant_id, caller_id, key_hash),
    foreign key (tenant_id) references organization (id) on delete cascade
);
create index idempotent_request_created_at_idx on idempotent_request (created_at);

create table alert_state (
    tenant_id {uuid} not null,
    topic varchar not null,
    state varchar not null,
    changed_at {timestamp} not null,
    title text not null,
    message text not null,
    primary key (tenant_id, topic),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table notification (
    tenant_id {uuid} not null,
    id {uuid} not null,
    topic varchar not null,
    kind varchar not null,
    title text not null,
    body text not null,
    created_at {timestamp} not null,
    primary key (tenant_id, id),
    foreign key (tenant_id) references organization (id) on delete cascade
);

-- The five tables that Data Sync fills. They have no foreign keys, because the tables of a
-- warehouse do not have to agree with each other at every moment.

create table inventory (
    tenant_id {uuid} not null,
    item_id varchar not null,
    location varchar not null,
    item_name varchar not null,
    category varchar not null,
    unit varchar not null,
    on_hand_e4 {bigint} not null,
    on_order_e4 {bigint} not null,
    booked_e4 {bigint} not null,
    reorder_point_e4 {bigint},
    pack_size_e4 {bigint},
    min_order_quantity_e4 {bigint},
    lead_time_days integer,
    unit_cost_e4 {bigint} not null,
    currency varchar not null,
    supplier_id varchar,
    updated_at {timestamp} not null,
    deleted_at {timestamp},
    primary key (tenant_id, item_id, location)
);

create table purchase_transactions (
    tenant_id {uuid} not null,
    transaction_id varchar not null,
    order_id varchar not null,
    direction varchar not null,
    transaction_date {date} not null,
    customer_id varchar,
    supplier_id varchar,
    item_id varchar not null,
    quantity_e4 {bigint} not null,
    unit varchar not null,
    unit_price_e4 {bigint} not null,
    amount_e4 {bigint} not null,
    currency varchar not null,
    promised_date {date},
    delivered_date {date},
    location varchar,
    updated_at {timestamp} not null,
    deleted_at {timestamp},
    primary key (tenant_id, transaction_id)
);
-- The rollups of order gaps look up the lines of an order.
create index purchase_transactions_purchase_order_idx on purchase_transactions (tenant_id, order_id)
where direction = 'purchase';
create index purchase_transactions_sale_order_idx on purchase_transactions (tenant_id, order_id)
where direction = 'sale';

create table market_data (
    tenant_id {uuid} not null,
    price_date {date} not null,
    commodity varchar not null,
    market varchar not null,
    price_e4 {bigint} not null,
    unit varchar not null,
    volume_e4 {bigint},
    updated_at {timestamp} not null,
    deleted_at {timestamp},
    primary key (tenant_id, price_date, commodity, market)
);

create table customers (
    tenant_id {uuid} not null,
    customer_id varchar not null,
    customer_name varchar not null,
    state varchar,
    county varchar,
    acres_e4 {bigint},
    crops varchar,
    salesperson varchar,
    email varchar,
    customer_since {date},
    updated_at {timestamp} not null,
    deleted_at {timestamp},
    primary key (tenant_id, customer_id)
);

create table suppliers (
    tenant_id {uuid} not null,
    supplier_id varchar not null,
    supplier_name varchar not null,
    categories varchar,
    lead_time_days integer,
    active boolean not null,
    updated_at {timestamp} not null,
    deleted_at {timestamp},
    primary key (tenant_id, supplier_id)
);

create table customer_bookings (
    tenant_id {uuid} not null,
    booking_id varchar not null,
    line varchar not null,
    customer_id varchar not null,
    item_id varchar not null,
    location varchar not null,
    quantity_e4 {bigint} not null,
    unit varchar not null,
    unit_price_e4 {bigint},
    currency varchar not null,
    booked_date {date} not null,
    due_date {date},
    delivered_quantity_e4 {bigint},
    status varchar not null,
    updated_at {timestamp} not null,
    deleted_at {timestamp},
    primary key (tenant_id, booking_id, line)
);

create table purchase_orders (
    tenant_id {uuid} not null,
    po_id varchar not null,
    line varchar not null,
    supplier_id varchar not null,
    item_id varchar not null,
    location varchar not null,
    quantity_e4 {bigint} not null,
    unit varchar not null,
    unit_price_e4 {bigint},
    currency varchar not null,
    order_date {date} not null,
    expected_date {date},
    received_quantity_e4 {bigint},
    status varchar not null,
    updated_at {timestamp} not null,
    deleted_at {timestamp},
    primary key (tenant_id, po_id, line)
);

create table item_catalogue (
    tenant_id {uuid} not null,
    item_id varchar not null,
    item_class varchar,
    brand varchar,
    pack_size_e4 {bigint},
    pack_unit varchar,
    density_e4 {bigint},
    active_ingredient varchar,
    epa_number varchar,
    restricted_use boolean,
    updated_at {timestamp} not null,
    deleted_at {timestamp},
    primary key (tenant_id, item_id)
);

create table price_lists (
    tenant_id {uuid} not null,
    supplier_id varchar not null,
    item_id varchar not null,
    unit varchar not null,
    unit_price_e4 {bigint} not null,
    currency varchar not null,
    min_quantity_e4 {bigint} not null,
    valid_from {date} not null,
    valid_to {date},
    updated_at {timestamp} not null,
    deleted_at {timestamp},
    primary key (
        tenant_id, supplier_id, item_id, unit, currency, valid_from, min_quantity_e4
    )
);

-- Data Sync: the source, its runs, and what each run leaves behind.

create table data_source (
    tenant_id {uuid} not null,
    kind varchar not null,
    settings varchar not null,
    revision {uuid} not null,
    created_at {timestamp} not null,
    updated_at {timestamp} not null,
    connection_id {uuid},
    sealed_password text,
    primary key (tenant_id),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table column_mapping (
    tenant_id {uuid} not null,
    source_table varchar not null,
    target_column varchar not null,
    source_column varchar not null,
    primary key (tenant_id, source_table, target_column),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table source_file (
    tenant_id {uuid} not null,
    source_table varchar not null,
    file varchar not null,
    source_revision {uuid} not null,
    bytes {bigint} not null,
    modified_at {timestamp} not null,
    hash varchar not null,
    primary key (tenant_id, source_table, file),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table source_watermark (
    tenant_id {uuid} not null,
    source_table varchar not null,
    source_revision {uuid} not null,
    read_fingerprint varchar not null,
    read_until {timestamp} not null,
    primary key (tenant_id, source_table),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table source_schema_snapshot (
    tenant_id {uuid} not null,
    source_table varchar not null,
    drift_policy varchar not null default 'ask',
    source_revision {uuid},
    columns text,
    captured_at {timestamp},
    pending_columns text,
    pending_run_id {uuid},
    pending_at {timestamp},
    primary key (tenant_id, source_table),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table sync_schedule (
    tenant_id {uuid} not null,
    cron varchar not null,
    mode varchar not null,
    enabled boolean not null,
    next_run_at {timestamp},
    last_run_id {uuid},
    message text,
    updated_at {timestamp} not null,
    primary key (tenant_id),
    foreign key (tenant_id) references organization (id) on delete cascade
);
create index sync_schedule_next_run_at_idx on sync_schedule (next_run_at);

create table sync_lease (
    tenant_id {uuid} not null,
    run_id {uuid} not null,
    epoch {bigint} not null,
    expires_at {timestamp} not null,
    primary key (tenant_id),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table sync_run (
    tenant_id {uuid} not null,
    id {uuid} not null,
    kind varchar not null,
    state varchar not null,
    started_at {timestamp} not null,
    finished_at {timestamp},
    error text,
    cancel_requested_at {timestamp},
    "trigger" varchar,
    primary key (tenant_id, id),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table sync_run_table (
    tenant_id {uuid} not null,
    run_id {uuid} not null,
    source_table varchar not null,
    position integer not null,
    state varchar not null,
    rows_read {bigint} not null,
    inserted {bigint} not null,
    updated {bigint} not null,
    unchanged {bigint} not null,
    deleted {bigint} not null,
    rejected {bigint} not null,
    withheld {bigint} not null,
    read_ms {bigint} not null,
    merge_ms {bigint} not null,
    message text,
    started_at {timestamp},
    rows_expected {bigint},
    bytes_billed {bigint},
    bytes_read {bigint},
    bytes_total {bigint},
    primary key (tenant_id, run_id, source_table),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table sync_reject (
    tenant_id {uuid} not null,
    run_id {uuid} not null,
    source_table varchar not null,
    seq {bigint} not null,
    line {bigint},
    file varchar,
    key text,
    "column" varchar,
    value text,
    reason text not null,
    rejected_at {timestamp} not null,
    primary key (tenant_id, run_id, source_table, seq),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table table_sync_state (
    tenant_id {uuid} not null,
    source_table varchar not null,
    source_revision {uuid} not null,
    synced_at {timestamp} not null,
    live_rows {bigint} not null,
    rolled_up_at {timestamp},
    read_rows {bigint} not null default 0,
    rejected_rows {bigint} not null default 0,
    rejects_run_id {uuid},
    primary key (tenant_id, source_table),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table withheld_deletion (
    tenant_id {uuid} not null,
    source_table varchar not null,
    source_revision {uuid} not null,
    run_id {uuid} not null,
    missing_rows {bigint} not null,
    live_rows {bigint} not null,
    withheld_at {timestamp} not null,
    first_run_id {uuid} not null,
    first_withheld_at {timestamp} not null,
    primary key (tenant_id, source_table),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table withheld_deletion_row (
    tenant_id {uuid} not null,
    source_table varchar not null,
    position integer not null,
    key text not null,
    label text,
    primary key (tenant_id, source_table, position),
    foreign key (tenant_id) references organization (id) on delete cascade
);

-- Ordering: settings, stock corrections and order drafts. Drafts store the names of people, items
-- and suppliers, so that a draft stays readable after they are gone.

create table purchasing_setting (
    tenant_id {uuid} not null,
    version {bigint} not null,
    holding_cost_percent_e4 {bigint},
    shortage_cost_multiple_e4 {bigint},
    order_cost_e4 {bigint},
    default_lead_time_days integer,
    updated_by text,
    updated_at {timestamp},
    primary key (tenant_id),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table stock_correction (
    tenant_id {uuid} not null,
    item_id varchar not null,
    location varchar not null,
    unit varchar not null,
    item_name text not null,
    lead_time_days integer,
    reorder_point_e4 {bigint},
    min_order_quantity_e4 {bigint},
    pack_size_e4 {bigint},
    updated_by text not null,
    updated_at {timestamp} not null,
    primary key (tenant_id, item_id, location),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table location_mapping (
    tenant_id {uuid} not null,
    location varchar not null,
    stock_location varchar not null,
    updated_by text not null,
    updated_at {timestamp} not null,
    primary key (tenant_id, location),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table price_confirmation (
    tenant_id {uuid} not null,
    day {date} not null,
    item_id varchar not null,
    supplier_id varchar not null,
    unit_price_e4 {bigint} not null,
    unit varchar not null,
    currency varchar not null,
    confirmed_by varchar not null,
    confirmed_at {timestamp} not null,
    primary key (tenant_id, day, item_id, supplier_id, unit_price_e4, unit, currency),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table purchase_order_draft (
    tenant_id {uuid} not null,
    id {uuid} not null,
    request_id {uuid} not null,
    state varchar not null,
    supplier_id varchar,
    supplier_name text,
    currency varchar not null,
    created_at {timestamp} not null,
    created_by text not null,
    ordered_at {timestamp},
    ordered_by text,
    discarded_at {timestamp},
    discarded_by text,
    primary key (tenant_id, id),
    foreign key (tenant_id) references organization (id) on delete cascade
);
create index purchase_order_draft_state_idx on purchase_order_draft (tenant_id, state, id);
create index purchase_order_draft_request_idx on purchase_order_draft (tenant_id, request_id, id);

create table purchase_order_line (
    tenant_id {uuid} not null,
    draft_id {uuid} not null,
    position integer not null,
    item_id varchar not null,
    item_name text not null,
    category varchar not null,
    unit varchar not null,
    location varchar not null,
    quantity_e4 {bigint} not null,
    recommended_e4 {bigint} not null,
    unit_cost_e4 {bigint} not null,
    lead_time_days integer not null,
    drafted_on {date} not null,
    on_order_at_draft_e4 {bigint} not null,
    purchased_at_draft_e4 {bigint} not null,
    on_order_through {date},
    primary key (tenant_id, draft_id, position),
    foreign key (tenant_id, draft_id)
        references purchase_order_draft (tenant_id, id) on delete cascade
);

-- The assistant. Usage is separate, because a deleted conversation still counts.

create table conversation (
    tenant_id {uuid} not null,
    id {uuid} not null,
    person_id {uuid} not null,
    title varchar not null,
    created_at {timestamp} not null,
    updated_at {timestamp} not null,
    primary key (tenant_id, id),
    foreign key (tenant_id) references organization (id) on delete cascade,
    foreign key (person_id) references person (id) on delete cascade
);
create index conversation_person_idx on conversation (tenant_id, person_id, updated_at);

create table conversation_message (
    tenant_id {uuid} not null,
    id {uuid} not null,
    conversation_id {uuid} not null,
    question text not null,
    tool_calls text not null,
    option_calls text not null,
    answer text not null,
    asked_at {timestamp} not null,
    rating varchar,
    rating_reason varchar,
    rating_comment text,
    rated_at {timestamp},
    primary key (tenant_id, id),
    foreign key (tenant_id, conversation_id)
        references conversation (tenant_id, id) on delete cascade
);
create index conversation_message_conversation_idx
    on conversation_message (tenant_id, conversation_id, id);

create table assistant_usage (
    tenant_id {uuid} not null,
    month varchar not null,
    questions {bigint} not null,
    primary key (tenant_id, month),
    foreign key (tenant_id) references organization (id) on delete cascade
);

-- Reference data that the server fetches.

create table reference_yield (
    region varchar not null,
    crop varchar not null,
    year integer not null,
    bu_per_ac_e4 {bigint} not null,
    fetched_at {timestamp} not null,
    primary key (region, crop, year)
);

-- Rollups: sums, counts and packed histories of the order lines. They are derived data; the columns
-- _high and _low hold one sum of scaled values: _high sums their quotients by 10^7, _low the
-- remainders.

create table rollup_line_day (
    tenant_id {uuid} not null,
    direction varchar not null,
    currency varchar not null,
    day {date} not null,
    lines {bigint} not null,
    returned_lines {bigint} not null,
    amount_high {bigint} not null,
    amount_low {bigint} not null,
    primary key (tenant_id, direction, currency, day)
) {without_rowid};

create table rollup_purchase_order_gap (
    tenant_id {uuid} not null,
    currency varchar not null,
    day {date} not null,
    next_day {date} not null,
    orders {bigint} not null,
    primary key (tenant_id, currency, day, next_day)
) {without_rowid};

create table rollup_supplier_day (
    tenant_id {uuid} not null,
    day {date} not null,
    supplier_id varchar not null,
    lines {bigint} not null,
    primary key (tenant_id, day, supplier_id)
) {without_rowid};

create table rollup_promise_day (
    tenant_id {uuid} not null,
    day {date} not null,
    promised {bigint} not null,
    on_time {bigint} not null,
    primary key (tenant_id, day)
) {without_rowid};

create table rollup_item_day (
    tenant_id {uuid} not null,
    direction varchar not null,
    day {date} not null,
    item_id varchar not null,
    unit varchar not null,
    currency varchar not null,
    location varchar not null,
    is_return boolean not null,
    lines {bigint} not null,
    quantity_high {bigint} not null,
    quantity_low {bigint} not null,
    amount_high {bigint} not null,
    amount_low {bigint} not null,
    primary key (tenant_id, direction, day, item_id, unit, currency, location, is_return)
) {without_rowid};

create table rollup_item_month (
    tenant_id {uuid} not null,
    direction varchar not null,
    month varchar not null,
    item_id varchar not null,
    unit varchar not null,
    currency varchar not null,
    location varchar not null,
    is_return boolean not null,
    lines {bigint} not null,
    quantity_high {bigint} not null,
    quantity_low {bigint} not null,
    amount_high {bigint} not null,
    amount_low {bigint} not null,
    primary key (tenant_id, direction, month, item_id, unit, currency, location, is_return)
) {without_rowid};

create table rollup_item_price (
    tenant_id {uuid} not null,
    currency varchar not null,
    item_id varchar not null,
    unit varchar not null,
    day {date} not null,
    unit_price_e4 {bigint} not null,
    primary key (tenant_id, currency, item_id, unit, day)
) {without_rowid};

create table rollup_customer_history (
    tenant_id {uuid} not null,
    currency varchar not null,
    customer_id varchar not null,
    quarter varchar not null,
    history text not null,
    primary key (tenant_id, currency, customer_id, quarter)
) {without_rowid};

create table rollup_item_history (
    tenant_id {uuid} not null,
    item_id varchar not null,
    unit varchar not null,
    location varchar not null,
    quarter varchar not null,
    history text not null,
    primary key (tenant_id, item_id, unit, location, quarter)
) {without_rowid};

create table rollup_delivery_history (
    tenant_id {uuid} not null,
    supplier_id varchar not null,
    item_id varchar not null,
    quarter varchar not null,
    history text not null,
    primary key (tenant_id, supplier_id, item_id, quarter)
) {without_rowid};

create table rollup_customer_basket (
    tenant_id {uuid} not null,
    currency varchar not null,
    customer_id varchar not null,
    basket text not null,
    primary key (tenant_id, currency, customer_id)
) {without_rowid};

create table rollup_sale_order_gap (
    tenant_id {uuid} not null,
    currency varchar not null,
    day {date} not null,
    next_day {date} not null,
    orders {bigint} not null,
    primary key (tenant_id, currency, day, next_day)
) {without_rowid};

create table rollup_customer_order_gap (
    tenant_id {uuid} not null,
    currency varchar not null,
    day {date} not null,
    next_day {date} not null,
    customer_id varchar not null,
    orders {bigint} not null,
    primary key (tenant_id, currency, day, next_day, customer_id)
) {without_rowid};

create table rollup_customer_return (
    tenant_id {uuid} not null,
    currency varchar not null,
    day {date} not null,
    customer_id varchar not null,
    lines {bigint} not null,
    amount_high {bigint} not null,
    amount_low {bigint} not null,
    primary key (tenant_id, currency, day, customer_id)
) {without_rowid};

create table rollup_supplier_item (
    tenant_id {uuid} not null,
    day {date} not null,
    item_id varchar not null,
    supplier_id varchar not null,
    unit_price_e4 {bigint} not null,
    unit varchar not null,
    currency varchar not null,
    is_return boolean not null,
    lines {bigint} not null,
    quantity_high {bigint} not null,
    quantity_low {bigint} not null,
    amount_high {bigint} not null,
    amount_low {bigint} not null,
    primary key (
        tenant_id, day, item_id, supplier_id, unit_price_e4, unit, currency, is_return
    )
) {without_rowid};

create table rollup_promise_supplier (
    tenant_id {uuid} not null,
    day {date} not null,
    supplier_id varchar not null,
    promised {bigint} not null,
    on_time {bigint} not null,
    primary key (tenant_id, day, supplier_id)
) {without_rowid};
