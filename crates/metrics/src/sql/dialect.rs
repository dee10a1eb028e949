//! What SQLite and PostgreSQL write differently.

use sea_query::{Expr, ExprTrait, Func, Query, SelectStatement};

/// The SQL of a database engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// Longer lists are passed as one JSON parameter, because engines limit the number of parameters.
const MAX_LISTED_TEXTS: usize = 20;

/// A column of a table with an alias.
pub(crate) fn column(table: &'static str, name: &'static str) -> Expr {
    Expr::col((table, name))
}

impl Dialect {
    /// An expression from a template in which `?` are the arguments.
    pub(crate) fn template(
        self,
        template: &'static str,
        arguments: impl IntoIterator<Item = Expr>,
    ) -> Expr {
        match self {
            Self::Sqlite => Expr::cust_with_exprs(template, arguments),
            Self::Postgres => Expr::cust_with_exprs(template.replace('?', "$"), arguments),
        }
    }

    /// The Julian day number of a date.
    pub(crate) fn julian_day(self, date: Expr) -> Expr {
        match self {
            Self::Sqlite => self.template("cast(julianday(?) + 0.5 as integer)", [date]),
            Self::Postgres => self.template(
                "(cast((? - date '1970-01-01') as bigint) + 2440588)",
                [date],
            ),
        }
    }

    /// The number of months since the year 0.
    pub(crate) fn month_index(self, date: Expr) -> Expr {
        let template = match self {
            Self::Sqlite => {
                "(cast(substr(?, 1, 4) as integer) * 12 + cast(substr(?, 6, 2) as integer) - 1)"
            }
            Self::Postgres => {
                "(cast(extract(year from ?) as bigint) * 12 + \
                 cast(extract(month from ?) as bigint) - 1)"
            }
        };
        self.template(template, [date.clone(), date])
    }

    pub(crate) fn day_of_month(self, date: Expr) -> Expr {
        let template = match self {
            Self::Sqlite => "cast(substr(?, 9, 2) as integer)",
            Self::Postgres => "cast(extract(day from ?) as bigint)",
        };
        self.template(template, [date])
    }

    /// A text that sorts by code point.
    pub(crate) fn by_code_point(self, text: Expr) -> Expr {
        match self {
            Self::Sqlite => text,
            Self::Postgres => self.template("((?) collate \"C\")", [text]),
        }
    }

    /// Whether a text is in a list.
    pub(crate) fn is_in_texts(self, text: Expr, list: &[String]) -> Expr {
        if list.is_empty() {
            return Expr::value(false);
        }
        if list.len() <= MAX_LISTED_TEXTS {
            return text.is_in(list.iter().cloned());
        }
        let json = Expr::value(serde_json::Value::from(list).to_string());
        let template = match self {
            Self::Sqlite => "? in (select value from json_each(?))",
            Self::Postgres => {
                "? in (select listed.value from \
                 jsonb_array_elements_text(cast(? as jsonb)) as listed(value))"
            }
        };
        self.template(template, [text, json])
    }

    /// A table with the columns `whole` and `part` of constant rows.
    pub(crate) fn pairs(self, pairs: &[(String, String)]) -> SelectStatement {
        let pairs: Vec<_> = pairs.iter().map(|(whole, part)| [whole, part]).collect();
        let json = Expr::value(serde_json::json!(pairs).to_string());
        let (whole, part) = match self {
            Self::Sqlite => (
                Expr::cust("json_extract(listed.value, '$[0]')"),
                Expr::cust("json_extract(listed.value, '$[1]')"),
            ),
            Self::Postgres => (
                Expr::cust("(listed.value ->> 0)"),
                Expr::cust("(listed.value ->> 1)"),
            ),
        };
        let rows = match self {
            Self::Sqlite => Func::cust("json_each").arg(json),
            Self::Postgres => Func::cust("jsonb_array_elements").arg(json.cast_as("jsonb")),
        };
        Query::select()
            .expr_as(whole, "whole")
            .expr_as(part, "part")
            .from_function(rows, "listed")
            .take()
    }
}
