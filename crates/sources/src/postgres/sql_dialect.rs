//! The SQL of PostgreSQL for reading tables.

use crate::ColumnType;
use crate::select_plan::{DatabaseColumn, MAX_CELL_CHARS, SqlDialect, base_and_scale};
use chrono::{DateTime, SecondsFormat, Utc};

/// The SQL of PostgreSQL.
pub(super) struct PostgresSql;

impl SqlDialect for PostgresSql {
    fn quote_identifier(&self, name: &str) -> String {
        format!("\"{}\"", name.replace('"', "\"\""))
    }

    fn format_column(&self, kind: ColumnType, column: &DatabaseColumn) -> Option<String> {
        let name = self.quote_identifier(&column.name);
        let as_it_is = || Some(format!("{name}::text"));
        let bounded = |value: String| Some(format!("pg_catalog.left({value}, {MAX_CELL_CHARS})"));
        let (base, scale) = base_and_scale(&column.ty);
        let is_text = column.is_enum
            || matches!(
                base.as_str(),
                "text" | "character varying" | "character" | "name" | "citext"
            );
        let is_whole = matches!(base.as_str(), "smallint" | "integer" | "bigint")
            || (base == "numeric" && scale == Some(0));
        match (kind, base.as_str()) {
            _ if is_text => bounded(format!("{name}::text")),
            (ColumnType::Text | ColumnType::Days | ColumnType::Decimal(_), _) if is_whole => {
                as_it_is()
            }
            (
                ColumnType::Days | ColumnType::Decimal(_),
                "numeric" | "real" | "double precision",
            ) => bounded(format!("{name}::text")),
            (ColumnType::ChoiceList(_), "text[]" | "character varying[]") => {
                bounded(format!("pg_catalog.array_to_string({name}, ';')"))
            }
            (ColumnType::Text, "uuid")
            | (ColumnType::Bool, "boolean")
            | (ColumnType::Date, "date")
            // Local time of the organization.
            | (ColumnType::Instant, "timestamp without time zone") => as_it_is(),
            (ColumnType::Date, "timestamp without time zone") => Some(format!(
                "case when {name} = {name}::date then {name}::date::text else {name}::text end"
            )),
            (ColumnType::Instant, "timestamp with time zone") => {
                // Infinity has no offset. It is passed on unchanged, and the check rejects it.
                Some(format!(
                    "case when pg_catalog.isfinite({name}) then pg_catalog.replace({name}::text, ' ', \
                        'T') || ':00' else {name}::text end"
                ))
            }
            _ => None,
        }
    }

    fn is_moment(&self, column: &DatabaseColumn) -> bool {
        base_and_scale(&column.ty).0 == "timestamp with time zone"
    }

    fn not_before(&self, column: &str, since: DateTime<Utc>) -> String {
        let since = since.to_rfc3339_opts(SecondsFormat::Micros, true);
        format!("{column} >= '{since}'::timestamptz")
    }

    fn shared_type_name<'a>(&self, column: &'a DatabaseColumn) -> &'a str {
        let base = column.ty.split('(').next().unwrap_or_default().trim_end();
        match base {
            _ if column.is_enum => "text",
            "text" | "character varying" | "character" | "name" | "citext" => "text",
            "smallint" | "integer" | "bigint" => "whole numbers",
            "numeric" => "decimals",
            "real" | "double precision" => "floating-point numbers",
            "boolean" => "true and false",
            "date" => "dates",
            "timestamp" if column.ty.ends_with("with time zone") => "timestamps",
            "timestamp" | "timestamp without time zone" => "timestamps without a time zone",
            "timestamp with time zone" => "timestamps",
            _ => &column.ty,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select_plan::{DatabaseTable, SchemaReader, SelectPlan};
    use crate::{Layout, NumberRange, SourceTable, Watermark};

    fn test_column(ty: &str) -> DatabaseColumn {
        DatabaseColumn {
            name: "x".to_owned(),
            ty: ty.to_owned(),
            is_enum: false,
            readable: true,
        }
    }

    #[test]
    fn types_that_lose_nothing_are_read() {
        let number = ColumnType::Decimal(NumberRange::Any);
        for (kind, ty) in [
            (ColumnType::Text, "character varying(50)"),
            (ColumnType::Text, "bigint"),
            (ColumnType::Text, "numeric(18,0)"),
            (ColumnType::Text, "uuid"),
            (number, "numeric(12,4)"),
            (number, "numeric"),
            (number, "double precision"),
            (ColumnType::Days, "smallint"),
            (ColumnType::Bool, "boolean"),
            (ColumnType::Date, "date"),
            (ColumnType::Date, "timestamp(0) without time zone"),
            (ColumnType::Instant, "timestamp(3) with time zone"),
            (ColumnType::Instant, "timestamp without time zone"),
            (ColumnType::Instant, "text"),
            (ColumnType::ChoiceList(&["corn"]), "text[]"),
        ] {
            assert!(
                PostgresSql.format_column(kind, &test_column(ty)).is_some(),
                "{kind:?} {ty}"
            );
        }
        for (kind, ty) in [
            (ColumnType::Text, "numeric(12,2)"),
            (ColumnType::Text, "double precision"),
            (ColumnType::Text, "jsonb"),
            (number, "money"),
            (number, "boolean"),
            (ColumnType::Bool, "integer"),
            (ColumnType::Date, "timestamp with time zone"),
            (ColumnType::Instant, "date"),
            (ColumnType::Text, "text[]"),
        ] {
            assert!(
                PostgresSql.format_column(kind, &test_column(ty)).is_none(),
                "{kind:?} {ty}"
            );
        }
    }

    #[test]
    fn names_cannot_leave_their_quotes() {
        let reader = SchemaReader {
            dialect: &PostgresSql,
            schema: "a\".b; drop table x; --",
            user: "u",
        };
        let names = [
            ("supplier_id", "text"),
            ("supplier_name\"; --", "text"),
            ("active", "boolean"),
            ("at\"", "timestamp(3) with time zone"),
        ];
        let columns = names
            .map(|(name, ty)| DatabaseColumn {
                name: name.to_owned(),
                ..test_column(ty)
            })
            .into_iter()
            .collect();
        let layout = Layout::with_renamed_columns(
            SourceTable::SupplierData.schema(),
            [
                ("supplier_name", "supplier_name\"; --"),
                ("updated_at", "at\""),
            ]
            .map(|(ours, theirs)| (ours.to_owned(), theirs.to_owned())),
        );
        let mut plan = SelectPlan::for_table(
            &DatabaseTable {
                name: "supplier_data".to_owned(),
                columns,
            },
            &layout,
            &reader,
        )
        .unwrap();
        assert!(
            plan.sql()
                .contains("from \"a\"\".b; drop table x; --\".\"supplier_data\""),
            "{}",
            plan.sql()
        );
        assert!(
            plan.sql().contains("left(\"supplier_name\"\"; --\"::text"),
            "{}",
            plan.sql()
        );
        let now = DateTime::from_timestamp_micros(1_780_272_000_000_001).unwrap();
        let whole = plan.start_at(None, now).unwrap();
        assert!(!plan.sql().contains("where"), "{}", plan.sql());
        plan.start_at(
            Some(&Watermark {
                until: now,
                form: whole.form.clone(),
            }),
            now,
        );
        let window = r#""at""" >= '2026-05-31T23:00:00.000001Z'::timestamptz or "at""" is null"#;
        assert!(plan.sql().contains(window), "{}", plan.sql());
        plan.start_at(
            Some(&Watermark {
                until: now,
                form: "another".to_owned(),
            }),
            now,
        );
        assert!(!plan.sql().contains("where"), "{}", plan.sql());
    }

    #[test]
    fn a_longer_text_or_a_wider_number_holds_the_same() {
        let holds = |ty: &str| PostgresSql.shared_type_name(&test_column(ty)).to_owned();
        assert_eq!(holds("character varying(50)"), holds("text"));
        assert_eq!(holds("smallint"), holds("bigint"));
        assert_eq!(holds("numeric(12,2)"), holds("numeric"));
        assert_eq!(
            holds("timestamp(3) with time zone"),
            holds("timestamp with time zone")
        );
        assert_eq!(
            holds("timestamp(0) without time zone"),
            "timestamps without a time zone"
        );
        assert_ne!(
            holds("timestamp with time zone"),
            holds("timestamp without time zone")
        );
        assert_ne!(holds("integer"), holds("text"));
        assert_eq!(holds("jsonb"), "jsonb");
    }
}
