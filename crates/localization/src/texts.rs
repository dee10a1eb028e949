//! The texts of each language. A missing text is a compile error.

mod de;
mod en;
mod es;
mod fr;
mod pt;

use crate::language::Language;

macro_rules! texts {
    ($($key:ident),* $(,)?) => {
        /// The texts of one language. `{placeholders}` are filled in by [`fill_text`].
        pub struct Texts {
            $(pub $key: &'static str,)*
        }

        #[cfg(test)]
        impl Texts {
            fn entries(&self) -> Vec<(&'static str, &'static str)> {
                vec![$((stringify!($key), self.$key),)*]
            }
        }
    };
}

texts!(
    greeting,
    footer,
    former_footer,
    password_reset_subject,
    password_reset,
    password_changed_subject,
    password_was_reset,
    password_changed,
    mfa_on_subject,
    mfa_on,
    mfa_off_subject,
    mfa_off,
    mfa_reset,
    account_deleted_subject,
    account_deleted,
    registration_attempt_subject,
    registration_attempt,
    verification_subject,
    verification,
    mfa_required_subject,
    mfa_required,
    organization_deleted_subject,
    organization_deleted,
    invitation_subject,
    invitation,
    role_owner,
    role_admin,
    role_member,
    role_viewer,
    less_than_a_minute,
    two_durations,
    one_day,
    days,
    one_hour,
    hours,
    one_minute,
    minutes,
    sync_failed_title,
    sync_recovered_title,
    table_failed_title,
    table_recovered_title,
    rejects_title,
    no_rejects_title,
    rows_rejected,
    webhook_title,
    channel_title,
    had_failed,
    had_rejected,
    was_disabled,
    webhook_gone,
    webhook_failing,
    channel_gone,
    channel_failing,
    warning_title,
    critical_title,
    is_above,
    is_no_longer_above,
    is_below,
    is_no_longer_below,
    rises,
    no_longer_rises,
    falls,
    no_longer_falls,
    changes,
    no_longer_changes,
    data_is_overdue,
    data_is_no_longer_overdue,
    margin_at_risk,
    rejected_share,
    rejected_figure,
    no_rows,
    more_members,
    period,
    open_figures,
    open_data_sync,
    several_notifications,
    alert_email_reason,
    sync_email_reason,
    unsubscribe,
    channel_footer,
    channel_test_title,
    channel_test,
    channel_test_footer,
    open_alert_rules,
    order_not_sent_title,
    approval_title,
    approval_request,
    someone,
    unknown_supplier,
    order_approved_title,
    order_approved,
    report_not_sent_title,
    report_not_sent,
    filters,
    chart_description,
    report_has_no_rows,
    report_has_one_row,
    report_rows,
    report_first_rows,
    workbook_has_all,
    workbook_has_first,
    pdf_has_all,
    pdf_has_first,
    table_has_first,
    page_number,
    document_is_cut,
    replaced_character,
    report_email_reason,
    report,
    grower,
    expected_margin,
    salesperson,
    call_by,
    reason,
    item,
    location,
    cost,
    recommended_quantity,
    current_stock,
    unit,
    supplier,
    category,
    arrivals,
    bookings,
    expected_sales,
    balance,
    runs_short,
    cost_of_shortage,
    weeks_from,
    customer,
    last_purchase,
    orders_per_year,
    average_spend,
    predicted_next_purchase,
    unlikely_to_return,
    not_within_a_year,
    commodity,
    corn,
    soybeans,
    wheat,
    fertilizer,
    price,
    quoted_on,
    change_percent,
    forecast,
    forecast_low,
    forecast_high,
    key_figures,
    figure,
    value,
    change,
    total_spend,
    avg_order_value,
    delivery_rate,
    active_suppliers,
    percentage_points,
    purchase_recommendations,
    price_index,
    all_categories,
    change_from_last_month,
    trend,
    rising,
    falling,
    stable,
    last_month,
    crop_yields,
    crop,
    yield_forecast,
    yield_low,
    yield_high,
    last_harvest,
    yield_change,
    commodity_prices,
    price_trend,
    date,
    trading_volume,
    week_of,
    weather,
    region,
    temperature,
    conditions,
    rainfall,
    field_work_days,
    news,
    headline,
    source,
    impact,
    positive,
    neutral,
    negative,
    section_left_out,
    order_subject,
    order_from,
    purchase_order,
    order_number,
    requested_delivery,
    more_lines_attached,
    answer_order,
    order_signature,
    order_footer,
    line_number,
    item_id,
    deliver_to,
    quantity,
    unit_price,
    amount,
    order_total,
    buyer,
    status,
    drafted,
    currency,
    no_supplier,
    draft_not_ordered,
    ordered_on,
    discarded_on,
    day_and_person,
    rounded_amounts,
);

impl Language {
    /// The texts of the language.
    pub fn texts(self) -> &'static Texts {
        match self {
            Self::English => &en::TEXTS,
            Self::German => &de::TEXTS,
            Self::Spanish => &es::TEXTS,
            Self::French => &fr::TEXTS,
            Self::Portuguese => &pt::TEXTS,
        }
    }
}

impl Texts {
    /// The plain text of an email to a person: greeting, text, and below the line `-- ` why it was
    /// sent.
    pub fn compose_letter(&self, text: &str, reason: &str, values: &[(&str, &str)]) -> String {
        let [greeting, text] = [self.greeting, text].map(|part| fill_text(part, values));
        format!("{greeting}\n\n{text}\n\n-- \n{reason}\n")
    }
}

/// The text with its `{placeholders}` replaced. Braces in values stay as they are.
pub fn fill_text(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text += before;
        let Some((name, tail)) = after.split_once('}') else {
            rest = after;
            break;
        };
        if let Some((_, value)) = values.iter().find(|(key, _)| *key == name) {
            text += value;
        }
        rest = tail;
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Texts that are the same in English.
    const SAME_AS_ENGLISH: [(Language, &str); 12] = [
        (Language::German, "region"),
        (Language::German, "neutral"),
        (Language::French, "stable"),
        (Language::French, "date"),
        (Language::French, "conditions"),
        (Language::French, "source"),
        (Language::French, "positive"),
        (Language::German, "webhook_title"),
        (Language::French, "one_minute"),
        (Language::French, "minutes"),
        (Language::Portuguese, "commodity"),
        (Language::Portuguese, "item"),
    ];

    fn find_placeholders(text: &str) -> BTreeSet<&str> {
        text.split('{')
            .skip(1)
            .filter_map(|part| part.split_once('}'))
            .map(|(name, _)| name)
            .collect()
    }

    #[test]
    fn every_language_has_each_text_with_the_placeholders_of_english() {
        let english = Language::English.texts().entries();
        for language in Language::ALL {
            for ((key, text), (_, original)) in language.texts().entries().iter().zip(&english) {
                let tag = language.tag();
                assert!(!text.is_empty(), "{tag}: {key} is empty");
                let may_equal =
                    language == Language::English || SAME_AS_ENGLISH.contains(&(language, key));
                assert_eq!(text == original, may_equal, "{tag}: is {key} in English?");
                assert_eq!(
                    find_placeholders(text),
                    find_placeholders(original),
                    "{tag}: {key}"
                );
                assert_eq!(
                    text.matches("\n\n").count(),
                    original.matches("\n\n").count(),
                    "{tag}: {key} has other paragraphs"
                );
            }
        }
    }

    #[test]
    fn braces_in_values_are_no_placeholders() {
        let filled = fill_text("{name}: {link}", &[("name", "{link}"), ("link", "x")]);
        assert_eq!(filled, "{link}: x");
    }
}
