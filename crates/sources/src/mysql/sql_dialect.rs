//! The SQL of MySQL and MariaDB for reading tables.

use crate::ColumnType;
use crate::select_plan::{DatabaseColumn, MAX_CELL_CHARS, SqlDialect, base_and_scale};
use chrono::{DateTime, Utc};

/// The SQL of MySQL and MariaDB. Sessions have the time zone UTC.
pub(super) struct MysqlSql;

impl SqlDialect for MysqlSql {
    fn quote_identifier(&self, name: &str) -> String {
        format!("`{}`", name.replace('`', "``"))
    }

    /// Values of every type are sent as text.
    fn format_column(&self, kind: ColumnType, column: &DatabaseColumn) -> Option<String> {
        let name = self.quote_identifier(&column.name);
        let (base, scale) = base_type(column);
        let is_whole = is_whole_number(&base) || (base == "decimal" && scale == Some(0));
        match (kind, base.as_str()) {
            (ColumnType::ChoiceList(_), "set") => Some(format!("replace({name}, ',', ';')")),
            _ if is_text(&base) => Some(format!("left({name}, {MAX_CELL_CHARS})")),
            (ColumnType::Bool, _) if is_flag(column) => Some(format!(
                "case {name} + 0 when 0 then 'false' when 1 then 'true' else {name} + 0 end"
            )),
            (ColumnType::Text | ColumnType::Days | ColumnType::Decimal(_), _) if is_whole => {
                Some(name)
            }
            (ColumnType::Days | ColumnType::Decimal(_), "decimal" | "float" | "double")
            | (ColumnType::Text, "uuid")
            | (ColumnType::Date, "date")
            // Local time of the organization.
            | (ColumnType::Instant, "datetime") => Some(name),
            (ColumnType::Date, "datetime") => Some(format!(
                "if(time({name}) = 0, cast(date({name}) as char), cast({name} as char))"
            )),
            (ColumnType::Instant, "timestamp") => {
                Some(format!("concat(replace({name}, ' ', 'T'), '+00:00')"))
            }
            _ => None,
        }
    }

    fn is_moment(&self, column: &DatabaseColumn) -> bool {
        base_type(column).0 == "timestamp"
    }

    fn not_before(&self, column: &str, since: DateTime<Utc>) -> String {
        format!("{column} >= '{}'", since.format("%Y-%m-%d %H:%M:%S%.6f"))
    }

    fn shared_type_name<'a>(&self, column: &'a DatabaseColumn) -> &'a str {
        let (base, _) = base_type(column);
        match base.as_str() {
            _ if is_flag(column) => "true and false",
            base if is_text(base) => "text",
            base if is_whole_number(base) => "whole numbers",
            "decimal" => "decimals",
            "float" | "double" => "floating-point numbers",
            "date" => "dates",
            "datetime" => "timestamps without a time zone",
            "timestamp" => "timestamps",
            _ => &column.ty,
        }
    }
}

/// A type without its size and attributes, and its scale if it has one.
fn base_type(column: &DatabaseColumn) -> (String, Option<u32>) {
    let (base, scale) = base_and_scale(&column.ty);
    let base = base.split(' ').next().unwrap_or_default();
    (base.to_owned(), scale)
}

fn is_text(base: &str) -> bool {
    matches!(
        base,
        "char" | "varchar" | "tinytext" | "text" | "mediumtext" | "longtext" | "enum" | "set"
    )
}

fn is_whole_number(base: &str) -> bool {
    matches!(
        base,
        "tinyint" | "smallint" | "mediumint" | "int" | "bigint" | "year"
    )
}

/// Whether a column holds true and false: `boolean` is another name of `tinyint(1)`.
fn is_flag(column: &DatabaseColumn) -> bool {
    matches!(column.ty.as_str(), "tinyint(1)" | "bit(1)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NumberRange;

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
            (ColumnType::Text, "varchar(50)"),
            (ColumnType::Text, "enum('seed','other')"),
            (ColumnType::Text, "bigint(20) unsigned"),
            (ColumnType::Text, "int(6) unsigned zerofill"),
            (ColumnType::Text, "decimal(18,0)"),
            (number, "decimal(12,4)"),
            (number, "double"),
            (ColumnType::Days, "smallint"),
            (ColumnType::Bool, "tinyint(1)"),
            (ColumnType::Bool, "bit(1)"),
            (ColumnType::Date, "date"),
            (ColumnType::Date, "datetime"),
            (ColumnType::Instant, "timestamp(6)"),
            (ColumnType::Instant, "datetime(3)"),
            (ColumnType::Instant, "varchar(40)"),
            (ColumnType::ChoiceList(&["corn"]), "set('corn','wheat')"),
        ] {
            assert!(
                MysqlSql.format_column(kind, &test_column(ty)).is_some(),
                "{kind:?} {ty}"
            );
        }
        for (kind, ty) in [
            (ColumnType::Text, "decimal(12,2)"),
            (ColumnType::Text, "double"),
            (ColumnType::Text, "json"),
            (ColumnType::Text, "varbinary(16)"),
            (ColumnType::Bool, "int(11)"),
            (ColumnType::Date, "timestamp"),
            (ColumnType::Instant, "date"),
            (ColumnType::Date, "time"),
        ] {
            assert!(
                MysqlSql.format_column(kind, &test_column(ty)).is_none(),
                "{kind:?} {ty}"
            );
        }
    }

    #[test]
    fn names_cannot_leave_their_quotes() {
        assert_eq!(
            MysqlSql.quote_identifier("a`; drop table b; --"),
            "`a``; drop table b; --`"
        );
    }

    #[test]
    fn wider_types_hold_the_same() {
        let name = |ty: &str| MysqlSql.shared_type_name(&test_column(ty)).to_owned();
        assert_eq!(name("varchar(50)"), name("text"));
        assert_eq!(name("smallint(6)"), name("bigint(20) unsigned"));
        assert_eq!(name("timestamp"), name("timestamp(6)"));
        assert_ne!(name("timestamp"), name("datetime"));
        assert_ne!(name("tinyint(1)"), name("tinyint(4)"));
        assert_eq!(name("json"), "json");
    }
}
