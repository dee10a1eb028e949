//! Builds the query that reads a table: it selects only known columns and defines the text format
//! of each value.

use super::dataset_address::BigQueryAddress;
use super::table_metadata::{ColumnSchema, TableMetadata};
use crate::ColumnType;
use crate::{Layout, SourceError};
use arrow_schema::{DataType, Field, Schema};
use chrono::{DateTime, SecondsFormat, Utc};
use std::borrow::Cow;
use std::sync::Arc;

/// Maximum length of a cell in the query result, one character more than a cell may have. The check
/// rejects cells that were truncated to it.
pub(super) const MAX_CELL_CHARS: usize = 64 * 1024 + 1;

/// A query and the columns of its result.
#[derive(Debug)]
pub(super) struct QueryPlan {
    pub(super) statement: String,
    pub(super) formats: Vec<ValueFormat>,
    pub(super) schema: Arc<Schema>,
    pub(super) ignored: Arc<[String]>,
}

/// How to convert a value of the result to the text that the check parses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueFormat {
    /// Unchanged.
    Raw,
    /// An exact number. Scientific notation such as `12E-3` is expanded without loss.
    Digits,
    /// A float, as the shortest plain number that parses to it.
    ShortestFloat,
    /// A timestamp, from microseconds since 1970 to RFC 3339.
    Timestamp,
    /// A date and time. At midnight, only the date.
    DateTime,
}

impl QueryPlan {
    /// The query for the known columns of a table, as of `moment` if the table supports time
    /// travel. Fails if the table cannot be read.
    pub(super) fn for_table(
        name: &str,
        table: &TableMetadata,
        layout: &Layout,
        address: &BigQueryAddress,
        moment: DateTime<Utc>,
    ) -> Result<Self, SourceError> {
        let place = format!("The table {}.{name}", address.dataset);
        let columns = &table.schema.fields;
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        layout.check_names(&place, &names)?;
        let (mut expressions, mut forms, mut fields) = (Vec::new(), Vec::new(), Vec::new());
        for column in columns {
            let (Some(field), Some(expected)) = (
                layout.field_name(&column.name),
                layout.expected_kinds(&column.name),
            ) else {
                continue;
            };
            let mut kinds = expected.kinds.into_iter();
            let expression = kinds.find_map(|kind| column_expression(kind, column));
            let Some((expression, form)) = expression else {
                let (name, ty, expected) = (&column.name, column.display_type(), expected.text);
                return Err(SourceError::Unusable(format!(
                    "{place}: the column {name} is {ty}, where {expected} is expected."
                )));
            };
            expressions.push(format!("{expression} AS {}", quote_identifier(&field)));
            forms.push(form);
            fields.push(Field::new(field, DataType::Utf8, true));
        }
        let ignored = names
            .iter()
            .filter(|name| layout.field_name(name).is_none())
            .map(|name| (*name).to_owned())
            .collect();
        let from = [&address.project, &address.dataset, name]
            .map(quote_identifier)
            .join(".");
        let mut statement = format!("SELECT {} FROM {from}", expressions.join(", "));
        if table.supports_time_travel() {
            statement.push_str(&format!(
                " FOR SYSTEM_TIME AS OF TIMESTAMP '{}'",
                moment.to_rfc3339_opts(SecondsFormat::Micros, true)
            ));
        }
        Ok(Self {
            statement,
            formats: forms,
            schema: Arc::new(Schema::new(fields)),
            ignored,
        })
    }
}

impl ValueFormat {
    /// Formats a value; `None` if it does not have this format.
    pub(super) fn format_value(self, sent: &str) -> Option<Cow<'_, str>> {
        match self {
            Self::Raw => Some(sent.into()),
            Self::Digits => Some(expand_exponent(sent).map_or_else(|| sent.into(), Into::into)),
            Self::ShortestFloat => sent
                .parse::<f64>()
                .ok()
                .map(|value| value.to_string().into()),
            Self::Timestamp => {
                let at = DateTime::from_timestamp_micros(sent.parse().ok()?)?;
                Some(at.to_rfc3339_opts(SecondsFormat::AutoSi, true).into())
            }
            Self::DateTime => Some(sent.strip_suffix("T00:00:00").unwrap_or(sent).into()),
        }
    }
}

impl ColumnSchema {
    fn display_type(&self) -> String {
        if self.mode == "REPEATED" {
            format!("ARRAY<{}>", self.ty)
        } else {
            self.ty.clone()
        }
    }
}

/// The SQL expression for a column and the format of its values; `None` if the column's type is
/// incompatible.
fn column_expression(kind: ColumnType, column: &ColumnSchema) -> Option<(String, ValueFormat)> {
    let name = quote_identifier(&column.name);
    let is_text = matches!(column.ty.as_str(), "STRING");
    if column.mode == "REPEATED" {
        let words = is_text && matches!(kind, ColumnType::ChoiceList(_));
        return words.then(|| {
            (
                format!("LEFT(ARRAY_TO_STRING({name}, ';'), {MAX_CELL_CHARS})"),
                ValueFormat::Raw,
            )
        });
    }
    let form = match (kind, column.ty.as_str()) {
        _ if is_text => return Some((format!("LEFT({name}, {MAX_CELL_CHARS})"), ValueFormat::Raw)),
        (ColumnType::Days | ColumnType::Decimal(_), "NUMERIC" | "BIGNUMERIC") => {
            ValueFormat::Digits
        }
        (ColumnType::Text | ColumnType::Days | ColumnType::Decimal(_), "INTEGER" | "INT64")
        | (ColumnType::Bool, "BOOLEAN" | "BOOL")
        | (ColumnType::Date, "DATE") => ValueFormat::Raw,
        // Decimals declared without a scale.
        (ColumnType::Text, "NUMERIC" | "BIGNUMERIC")
            if column.precision.is_some()
                && column.scale.as_deref().is_none_or(|scale| scale == "0") =>
        {
            ValueFormat::Raw
        }
        (ColumnType::Days | ColumnType::Decimal(_), "FLOAT" | "FLOAT64") => {
            ValueFormat::ShortestFloat
        }
        // A change time without zone is local time of the organization.
        (ColumnType::Date | ColumnType::Instant, "DATETIME") => ValueFormat::DateTime,
        (ColumnType::Instant, "TIMESTAMP") => ValueFormat::Timestamp,
        _ => return None,
    };
    Some((name, form))
}

/// Larger exponents do not occur in a `BIGNUMERIC`.
const MAX_EXPONENT: usize = 80;

/// Expands scientific notation to plain digits; `None` for other texts. Google sends no exponents,
/// but emulators send `0E-9`.
fn expand_exponent(sent: &str) -> Option<String> {
    let (number, power) = sent.split_once(['e', 'E'])?;
    let (sign, number) = number
        .strip_prefix('-')
        .map_or(("", number), |rest| ("-", rest));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let power: i32 = power.parse().ok()?;
    let places = usize::try_from(power.unsigned_abs())
        .ok()
        .filter(|places| *places <= MAX_EXPONENT)?;
    let zeros = "0".repeat(places);
    // Pad with zeros on the side to which the decimal point moves.
    let (padded, point) = if power < 0 {
        (format!("{zeros}{digits}"), whole.len())
    } else {
        (format!("{digits}{zeros}"), whole.len() + places)
    };
    let (whole, fraction) = padded.split_at_checked(point)?;
    Some(if fraction.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!(
            "{sign}{}.{fraction}",
            if whole.is_empty() { "0" } else { whole }
        )
    })
}

/// Quotes an identifier for SQL.
fn quote_identifier(name: &str) -> String {
    format!("`{}`", name.replace('\\', "\\\\").replace('`', "\\`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NumberRange, SourceTable};
    use serde_json::json;

    fn test_column(name: &str, ty: &str) -> ColumnSchema {
        let (ty, mode) = ty
            .strip_suffix("[]")
            .map_or((ty, "NULLABLE"), |ty| (ty, "REPEATED"));
        let (ty, precision) = ty
            .strip_suffix("(9)")
            .map_or((ty, None), |ty| (ty, Some("9".to_owned())));
        ColumnSchema {
            name: name.to_owned(),
            ty: ty.to_owned(),
            mode: mode.to_owned(),
            precision,
            scale: None,
        }
    }

    #[test]
    fn types_that_lose_nothing_are_read() {
        let number = ColumnType::Decimal(NumberRange::Any);
        for (kind, ty, form) in [
            (ColumnType::Text, "STRING", ValueFormat::Raw),
            (ColumnType::Text, "INTEGER", ValueFormat::Raw),
            (ColumnType::Text, "NUMERIC(9)", ValueFormat::Raw),
            (number, "NUMERIC", ValueFormat::Digits),
            (number, "BIGNUMERIC", ValueFormat::Digits),
            (number, "FLOAT", ValueFormat::ShortestFloat),
            (number, "STRING", ValueFormat::Raw),
            (ColumnType::Days, "INT64", ValueFormat::Raw),
            (ColumnType::Bool, "BOOLEAN", ValueFormat::Raw),
            (ColumnType::Date, "DATE", ValueFormat::Raw),
            (ColumnType::Date, "DATETIME", ValueFormat::DateTime),
            (ColumnType::Instant, "TIMESTAMP", ValueFormat::Timestamp),
            (ColumnType::Instant, "DATETIME", ValueFormat::DateTime),
            (ColumnType::Instant, "STRING", ValueFormat::Raw),
            (
                ColumnType::ChoiceList(&["corn"]),
                "STRING[]",
                ValueFormat::Raw,
            ),
        ] {
            assert_eq!(
                column_expression(kind, &test_column("x", ty)).map(|(_, form)| form),
                Some(form),
                "{kind:?} {ty}"
            );
        }
        for (kind, ty) in [
            (ColumnType::Text, "NUMERIC"),
            (ColumnType::Text, "FLOAT"),
            (ColumnType::Text, "JSON"),
            (ColumnType::Text, "BYTES"),
            (ColumnType::Text, "RECORD"),
            (ColumnType::Text, "STRING[]"),
            (number, "BOOLEAN"),
            (number, "NUMERIC[]"),
            (ColumnType::Bool, "INTEGER"),
            (ColumnType::Date, "TIMESTAMP"),
            (ColumnType::Instant, "DATE"),
            (ColumnType::ChoiceList(&["corn"]), "INTEGER[]"),
        ] {
            assert_eq!(
                column_expression(kind, &test_column("x", ty)),
                None,
                "{kind:?} {ty}"
            );
        }
    }

    #[test]
    fn values_are_written_down_exactly() {
        for (form, sent, text) in [
            (
                ValueFormat::Raw,
                "1234567890123456789012345678.12345678901234567890",
                Some("1234567890123456789012345678.12345678901234567890"),
            ),
            (
                ValueFormat::Digits,
                "-1234567890123456789012345678.1200",
                Some("-1234567890123456789012345678.1200"),
            ),
            (ValueFormat::Digits, "0E-9", Some("0.000000000")),
            (ValueFormat::Digits, "-12.5e-3", Some("-00.0125")),
            (ValueFormat::Digits, "1.25E+2", Some("125.00")),
            (ValueFormat::Digits, "1.25E1", Some("12.50")),
            (ValueFormat::Digits, "5E20", Some("500000000000000000000")),
            (ValueFormat::Digits, "1E999", Some("1E999")),
            (ValueFormat::Digits, "much", Some("much")),
            (ValueFormat::Digits, "NEVER", Some("NEVER")),
            (ValueFormat::ShortestFloat, "0.1", Some("0.1")),
            (
                ValueFormat::ShortestFloat,
                "0.30000000000000004",
                Some("0.30000000000000004"),
            ),
            (ValueFormat::ShortestFloat, "1.0E10", Some("10000000000")),
            (ValueFormat::ShortestFloat, "1e-7", Some("0.0000001")),
            (ValueFormat::ShortestFloat, "NaN", Some("NaN")),
            (ValueFormat::ShortestFloat, "much", None),
            (
                ValueFormat::Timestamp,
                "1735787045678901",
                Some("2025-01-02T03:04:05.678901Z"),
            ),
            (
                ValueFormat::Timestamp,
                "-1",
                Some("1969-12-31T23:59:59.999999Z"),
            ),
            (
                ValueFormat::Timestamp,
                "253402300799999999",
                Some("9999-12-31T23:59:59.999999Z"),
            ),
            (ValueFormat::Timestamp, "1.735787045678901E9", None),
            (
                ValueFormat::DateTime,
                "2026-06-05T00:00:00",
                Some("2026-06-05"),
            ),
            (
                ValueFormat::DateTime,
                "2026-06-05T00:00:00.5",
                Some("2026-06-05T00:00:00.5"),
            ),
        ] {
            assert_eq!(form.format_value(sent).as_deref(), text, "{form:?} {sent}");
        }
    }

    fn plan_columns(
        kind: &str,
        columns: &[(&str, &str)],
        layout: &Layout,
    ) -> Result<QueryPlan, SourceError> {
        let mut table: TableMetadata = serde_json::from_value(json!({"type": kind})).unwrap();
        table.schema.fields = columns
            .iter()
            .map(|(name, ty)| test_column(name, ty))
            .collect();
        let address = BigQueryAddress {
            project: "prairie-1".to_owned(),
            dataset: "erp".to_owned(),
            location: None,
            client_email: "x@y".to_owned(),
            api_endpoint: None,
            maximum_bytes_billed: 1,
        };
        QueryPlan::for_table(
            "supplier_data",
            &table,
            layout,
            &address,
            "2026-06-16T15:00:00Z".parse().unwrap(),
        )
    }

    const COLUMNS: [(&str, &str); 5] = [
        ("supplier_id", "INTEGER"),
        ("vendor", "STRING"),
        ("active", "BOOLEAN"),
        ("updated_at", "TIMESTAMP"),
        ("margin", "NUMERIC"),
    ];

    #[test]
    fn only_known_columns_are_asked_for_at_one_moment() {
        let layout = Layout::with_renamed_columns(
            SourceTable::SupplierData.schema(),
            [("supplier_name".to_owned(), "vendor".to_owned())],
        );
        let read = plan_columns("TABLE", &COLUMNS, &layout).unwrap();
        assert_eq!(
            read.statement,
            "SELECT `supplier_id` AS `supplier_id`, LEFT(`vendor`, 65537) AS `supplier_name`, \
                `active` AS `active`, `updated_at` AS `updated_at` FROM \
                `prairie-1`.`erp`.`supplier_data` FOR SYSTEM_TIME AS OF TIMESTAMP \
                '2026-06-16T15:00:00.000000Z'"
        );
        assert_eq!(read.ignored.as_ref(), ["margin"]);
        assert!(
            plan_columns("VIEW", &COLUMNS, &layout)
                .unwrap()
                .statement
                .ends_with("`supplier_data`")
        );
    }

    #[test]
    fn names_cannot_leave_their_quotes() {
        let layout = Layout::with_renamed_columns(
            SourceTable::SupplierData.schema(),
            [("supplier_name".to_owned(), "a\\`; --".to_owned())],
        );
        let columns = [
            ("supplier_id", "INTEGER"),
            ("a\\`; --", "STRING"),
            ("active", "BOOLEAN"),
            ("updated_at", "TIMESTAMP"),
        ];
        assert!(
            plan_columns("TABLE", &columns, &layout)
                .unwrap()
                .statement
                .contains("LEFT(`a\\\\\\`; --`, 65537)")
        );
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let layout = Layout::with_own_names(SourceTable::SupplierData.schema());
        let refusal = |columns: &[(&str, &str)]| {
            plan_columns("TABLE", columns, &layout)
                .unwrap_err()
                .to_string()
        };
        let with = |updated_at| {
            [
                ("supplier_id", "INTEGER"),
                ("supplier_name", "STRING"),
                ("active", "BOOLEAN"),
                ("updated_at", updated_at),
            ]
        };
        assert!(refusal(&with("DATE")).starts_with(
            "The table erp.supplier_data: the column \
            updated_at is DATE, where a timestamp"
        ));
        assert!(refusal(&with("TIMESTAMP[]")).contains("is ARRAY<TIMESTAMP>"));
        assert_eq!(
            refusal(&with("TIMESTAMP")[..2]),
            "The table erp.supplier_data lacks the required column active."
        );
    }
}
