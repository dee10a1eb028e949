//! The figures of an answer, each with an id, and the templates that show them. Texts refer to
//! figures by placeholders; digits outside of placeholders are rejected.
//!
//! A [`FactId`] displays as its placeholder, so `format!("{name} fell by {change}.")` is a
//! template. [`FactSheet::render_template`] checks a template and fills in the figures.

pub(super) mod figure_format;
mod template_check;

use std::fmt;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use serde_json::{Value as Json, json};

pub use template_check::{TemplateViolation, find_violations};

use self::figure_format::{format_decimal, format_float, format_money, format_signed};
use super::period::format_day;
use crate::decimal::{Decimal4, ExactSum, round2};

/// Id of a fact within an answer; displays as the placeholder `[[f3]]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactId(usize);

impl FactId {
    /// Id in the API: `f3`.
    pub fn name(self) -> String {
        format!("f{}", self.0)
    }
}

impl fmt::Display for FactId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[[f{}]]", self.0)
    }
}

/// The kind of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactKind {
    Money,
    /// Price of one unit.
    Price,
    Quantity,
    /// Percentage from 0 to 100.
    Percent,
    /// Relative change in percent, with sign.
    Change,
    /// Difference of two percentages in percentage points, with sign.
    Points,
    /// Figure in a unit of its own: an index, bushels per acre, degrees.
    Measure,
    Count,
    Date,
    Period,
    Name,
}

impl FactKind {
    /// Name in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Money => "money",
            Self::Price => "price",
            Self::Quantity => "quantity",
            Self::Percent => "percent",
            Self::Change => "change",
            Self::Points => "points",
            Self::Measure => "measure",
            Self::Count => "count",
            Self::Date => "date",
            Self::Period => "period",
            Self::Name => "name",
        }
    }
}

/// Value of a fact; money and quantities are exact.
#[derive(Debug, Clone, PartialEq)]
pub enum FactValue {
    Exact(Decimal4),
    Sum(ExactSum),
    Float(f64),
    Count(u64),
    Date(NaiveDate),
    Text(String),
    /// The value of a metric query, exact as in its JSON.
    Metric(Json),
}

/// A figure or name that an answer can show.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    pub id: FactId,
    /// What the figure is, such as `Revenue of Urea 46-0-0`.
    pub label: String,
    pub kind: FactKind,
    pub value: FactValue,
    /// Unit such as `bag`, `USD` or `bu/ac`; none where the kind implies it.
    pub unit: Option<String>,
    /// The figure as displayed, such as `$1,234.50`.
    pub formatted: String,
    /// Ids of the table rows that the figure comes from.
    pub row_refs: Vec<String>,
}

impl Fact {
    /// Value in the API: numbers as JSON numbers, money rounded half to even to 2 decimals.
    pub fn to_json_value(&self) -> Json {
        match &self.value {
            FactValue::Exact(value) => json!(value.to_f64()),
            FactValue::Sum(value) => json!(value.to_money()),
            FactValue::Float(value) => json!(round2(*value)),
            FactValue::Count(value) => json!(value),
            FactValue::Date(value) => json!(value.to_string()),
            FactValue::Text(value) => json!(value),
            FactValue::Metric(value) => value.clone(),
        }
    }

    /// Value of a change, whose sign has to agree with words such as "rose" in the same clause.
    fn change_sign(&self) -> Option<f64> {
        match (self.kind, &self.value) {
            (FactKind::Change | FactKind::Points, FactValue::Float(value)) => Some(*value),
            _ => None,
        }
    }
}

/// The facts of an answer, in the order in which they were added.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FactSheet {
    facts: Vec<Fact>,
    currency: String,
}

impl FactSheet {
    /// Creates an empty sheet; amounts are in `currency` (ISO 4217).
    pub fn new(currency: &str) -> Self {
        Self {
            facts: Vec::new(),
            currency: currency.to_owned(),
        }
    }

    /// ISO 4217 code of the currency of amounts.
    pub fn currency(&self) -> &str {
        &self.currency
    }

    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    pub fn get(&self, id: FactId) -> Option<&Fact> {
        self.facts.get(id.0.checked_sub(1)?)
    }

    /// Adds an amount of money, rounded half to even to 2 decimals: `$1,234.50`.
    pub fn add_money(
        &mut self,
        label: impl Into<String>,
        value: ExactSum,
        row_refs: Vec<String>,
    ) -> FactId {
        let currency = self.currency.clone();
        self.add_money_in(&currency, label, value, row_refs)
    }

    /// Adds an amount of money in another currency than the sheet's.
    pub fn add_money_in(
        &mut self,
        currency: &str,
        label: impl Into<String>,
        value: ExactSum,
        row_refs: Vec<String>,
    ) -> FactId {
        let formatted = format_money(value.to_money(), currency);
        self.push_fact(
            label.into(),
            FactKind::Money,
            FactValue::Sum(value),
            Some(currency.to_owned()),
            formatted,
            row_refs,
        )
    }

    /// Adds the price of one `unit` with all of its decimals: `$4.5225 per bu`.
    pub fn add_price(
        &mut self,
        label: impl Into<String>,
        value: Decimal4,
        unit: &str,
        row_refs: Vec<String>,
    ) -> FactId {
        let currency = self.currency.clone();
        self.add_price_in(&currency, label, value, unit, row_refs)
    }

    /// Adds the price of one `unit` in another currency than the sheet's: markets quote in their
    /// own.
    pub fn add_price_in(
        &mut self,
        currency: &str,
        label: impl Into<String>,
        value: Decimal4,
        unit: &str,
        row_refs: Vec<String>,
    ) -> FactId {
        let formatted = format!(
            "{} per {unit}",
            figure_format::format_price(value, currency)
        );
        self.push_fact(
            label.into(),
            FactKind::Price,
            FactValue::Exact(value),
            Some(format!("{currency}/{unit}")),
            formatted,
            row_refs,
        )
    }

    /// Adds a quantity in its unit: `1,200 bags`, `30 gal`.
    pub fn add_quantity(
        &mut self,
        label: impl Into<String>,
        value: Decimal4,
        unit: &str,
        row_refs: Vec<String>,
    ) -> FactId {
        let formatted = format!(
            "{} {}",
            format_decimal(value),
            figure_format::format_unit(unit, value == Decimal4::ONE)
        );
        self.push_fact(
            label.into(),
            FactKind::Quantity,
            FactValue::Exact(value),
            Some(unit.to_owned()),
            formatted,
            row_refs,
        )
    }

    /// Adds a percentage from 0 to 100: `94.5%`.
    pub fn add_percent(
        &mut self,
        label: impl Into<String>,
        value: f64,
        row_refs: Vec<String>,
    ) -> FactId {
        self.push_fact(
            label.into(),
            FactKind::Percent,
            FactValue::Float(value),
            None,
            format!("{}%", format_float(value)),
            row_refs,
        )
    }

    /// Adds a relative change in percent: `+5.2%`.
    pub fn add_change(
        &mut self,
        label: impl Into<String>,
        value: f64,
        row_refs: Vec<String>,
    ) -> FactId {
        self.push_fact(
            label.into(),
            FactKind::Change,
            FactValue::Float(value),
            None,
            format!("{}%", format_signed(value)),
            row_refs,
        )
    }

    /// Adds a difference of two percentages: `-2.1 points`.
    pub fn add_points(
        &mut self,
        label: impl Into<String>,
        value: f64,
        row_refs: Vec<String>,
    ) -> FactId {
        self.push_fact(
            label.into(),
            FactKind::Points,
            FactValue::Float(value),
            None,
            format!("{} points", format_signed(value)),
            row_refs,
        )
    }

    /// Adds a figure in a unit of its own (`bu/ac`, `F`, `in`; empty for an index): `182.4 bu/ac`.
    pub fn add_measure(
        &mut self,
        label: impl Into<String>,
        value: f64,
        unit: &str,
        row_refs: Vec<String>,
    ) -> FactId {
        let space = if unit.is_empty() { "" } else { " " };
        let formatted = format!("{}{space}{unit}", format_float(value));
        let unit = (!unit.is_empty()).then(|| unit.to_owned());
        self.push_fact(
            label.into(),
            FactKind::Measure,
            FactValue::Float(value),
            unit,
            formatted,
            row_refs,
        )
    }

    /// Adds a count: `12 customers`. `one` and `many` are the singular and the plural of the noun.
    pub fn add_count(
        &mut self,
        label: impl Into<String>,
        value: u64,
        one: &str,
        many: &str,
        row_refs: Vec<String>,
    ) -> FactId {
        let formatted = format!(
            "{} {}",
            figure_format::group_thousands(&value.to_string()),
            if value == 1 { one } else { many }
        );
        self.push_fact(
            label.into(),
            FactKind::Count,
            FactValue::Count(value),
            Some(many.to_owned()),
            formatted,
            row_refs,
        )
    }

    /// Adds a date: `Jun 15, 2026`.
    pub fn add_date(
        &mut self,
        label: impl Into<String>,
        value: NaiveDate,
        row_refs: Vec<String>,
    ) -> FactId {
        self.push_fact(
            label.into(),
            FactKind::Date,
            FactValue::Date(value),
            None,
            format_day(value),
            row_refs,
        )
    }

    /// Adds a time in the organization's time zone: `Jun 15, 2026, 06:10`.
    pub fn add_timestamp(
        &mut self,
        label: impl Into<String>,
        value: DateTime<Utc>,
        zone: Tz,
        row_refs: Vec<String>,
    ) -> FactId {
        let local = value.with_timezone(&zone);
        let formatted = format!(
            "{}, {}",
            format_day(local.date_naive()),
            local.format("%H:%M")
        );
        let text = FactValue::Text(value.to_rfc3339_opts(chrono::SecondsFormat::Secs, true));
        self.push_fact(
            label.into(),
            FactKind::Date,
            text,
            None,
            formatted,
            row_refs,
        )
    }

    /// Adds a period by its display text: `last 30 days`.
    pub fn add_period(&mut self, label: impl Into<String>, words: &str) -> FactId {
        self.push_fact(
            label.into(),
            FactKind::Period,
            FactValue::Text(words.to_owned()),
            None,
            words.to_owned(),
            Vec::new(),
        )
    }

    /// Adds a name from the organization's data.
    pub fn add_name(
        &mut self,
        label: impl Into<String>,
        name: &str,
        row_refs: Vec<String>,
    ) -> FactId {
        self.push_fact(
            label.into(),
            FactKind::Name,
            FactValue::Text(name.to_owned()),
            None,
            name.to_owned(),
            row_refs,
        )
    }

    /// Adds an amount of money that is a statistic (a mean), rounded half to even to 2 decimals.
    pub fn add_mean_money(
        &mut self,
        label: impl Into<String>,
        value: f64,
        row_refs: Vec<String>,
    ) -> FactId {
        let formatted = format_money(value, &self.currency);
        let unit = Some(self.currency.clone());
        self.push_fact(
            label.into(),
            FactKind::Money,
            FactValue::Float(value),
            unit,
            formatted,
            row_refs,
        )
    }

    /// Adds a value of a metric query with its display text.
    pub fn add_metric(
        &mut self,
        label: impl Into<String>,
        kind: FactKind,
        (value, formatted): (Json, String),
        unit: Option<String>,
        row_refs: Vec<String>,
    ) -> FactId {
        let value = FactValue::Metric(value);
        self.push_fact(label.into(), kind, value, unit, formatted, row_refs)
    }

    /// The text if templates may contain it, else the placeholder of a new fact with it.
    pub fn quote(&mut self, label: &str, text: &str) -> String {
        if find_violations(text, self, &[]).is_empty() {
            text.to_owned()
        } else {
            self.add_name(label, text, Vec::new()).to_string()
        }
    }

    /// Checks a template and fills in its figures. On error returns every violation.
    pub fn render_template(&self, template: &str) -> Result<String, Vec<TemplateViolation>> {
        let found = find_violations(template, self, &[]);
        if found.is_empty() {
            Ok(template_check::fill_placeholders(template, self))
        } else {
            Err(found)
        }
    }

    /// Renders each template, in order. Leaves out templates with violations and logs them as
    /// defects.
    pub fn render_sentences(&self, templates: &[String]) -> Vec<String> {
        let render = |template: &String| {
            self.render_template(template)
                .inspect_err(|_| {
                    tracing::error!(
                        template,
                        "left out a sentence with a figure that is not a \
                        fact"
                    );
                })
                .ok()
        };
        templates.iter().filter_map(render).collect()
    }

    /// Lists the facts that a template shows, in order.
    pub fn facts_in_template(&self, template: &str) -> Vec<FactId> {
        template_check::list_placeholders(template)
            .into_iter()
            .filter_map(|name| self.find_by_name(name))
            .collect()
    }

    /// Finds a fact by its id in the API.
    pub fn find_by_name(&self, name: &str) -> Option<FactId> {
        let number: usize = name.strip_prefix('f')?.parse().ok()?;
        let id = FactId(number);
        self.get(id)
            .filter(|fact| fact.id.name() == name)
            .map(|fact| fact.id)
    }

    fn push_fact(
        &mut self,
        label: String,
        kind: FactKind,
        value: FactValue,
        unit: Option<String>,
        formatted: String,
        row_refs: Vec<String>,
    ) -> FactId {
        let id = FactId(self.facts.len() + 1);
        self.facts.push(Fact {
            id,
            label,
            kind,
            value,
            unit,
            formatted,
            row_refs,
        });
        id
    }
}

#[cfg(test)]
mod tests;
