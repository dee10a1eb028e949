//! The supported subset of SQL: `SELECT` of columns, cut or joined, or of `*`, from one table, now
//! or at an earlier time.

use super::versioned_table::TableVersion;
use super::{DATASET, PROJECT, ServerState};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

/// The result of a query.
#[derive(Clone)]
pub(super) struct QueryResult {
    pub(super) columns: Vec<(String, String)>,
    pub(super) rows: Vec<Vec<Value>>,
    pub(super) bytes: u64,
}

/// An error: status, reason, message.
pub(super) type QueryError = (u16, &'static str, String);

/// Runs a query as of a time.
pub(super) fn run_select(
    inside: &ServerState,
    sql: &str,
    now: DateTime<Utc>,
) -> Result<QueryResult, QueryError> {
    let syntax = || (400, "invalidQuery", format!("Syntax error: {sql}"));
    let upper = sql.trim().to_uppercase();
    let from = upper
        .rfind(" FROM ")
        .filter(|_| upper.starts_with("SELECT "))
        .ok_or_else(syntax)?;
    let (list, rest) = (&sql.trim()[7..from], &sql.trim()[from + 6..]);
    let (name, past) = match rest
        .to_uppercase()
        .find(" FOR SYSTEM_TIME AS OF TIMESTAMP ")
    {
        Some(at) => (&rest[..at], Some(&rest[at + 33..])),
        None => (rest, None),
    };
    let parts: Vec<String> = name
        .replace('`', "")
        .split('.')
        .map(|part| part.trim().to_owned())
        .collect();
    let table = parts.last().ok_or_else(syntax)?;
    let missing = || {
        (
            404,
            "notFound",
            format!("Not found: Table {PROJECT}:{DATASET}.{table} was not found in location US"),
        )
    };
    let found = inside
        .tables
        .get(table)
        .filter(|_| parts.len() < 2 || parts[parts.len() - 2] == DATASET)
        .ok_or_else(missing)?;
    let version = match past {
        None => found.current_version(),
        Some(_) if found.kind != "TABLE" => {
            return Err((
                400,
                "invalidQuery",
                "FOR SYSTEM_TIME AS OF is not supported here".to_owned(),
            ));
        }
        Some(past) => {
            let moment = past
                .trim()
                .trim_matches('\'')
                .parse::<DateTime<Utc>>()
                .map_err(|_| syntax())?;
            if moment > now {
                return Err((
                    400,
                    "invalidQuery",
                    format!("Invalid time travel timestamp {moment}: it is in the future"),
                ));
            }
            found.version_at(moment).ok_or_else(missing)?
        }
    };
    if list.trim() == "*" {
        return Ok(QueryResult {
            columns: version.columns.clone(),
            rows: version.rows.clone(),
            bytes: version.byte_size(),
        });
    }
    let wanted: Vec<SelectedColumn> = split_expressions(list)
        .iter()
        .map(|text| SelectedColumn::parse_column(text, version))
        .collect::<Result<_, _>>()?;
    let rows: Vec<Vec<Value>> = version
        .rows
        .iter()
        .map(|row| wanted.iter().map(|wanted| wanted.cell_value(row)).collect())
        .collect();
    let columns = wanted
        .into_iter()
        .map(|wanted| (wanted.alias, wanted.ty))
        .collect();
    let bytes = rows
        .iter()
        .flatten()
        .map(|value| value.to_string().len() as u64)
        .sum();
    Ok(QueryResult {
        columns,
        rows,
        bytes,
    })
}

struct SelectedColumn {
    at: usize,
    alias: String,
    ty: String,
    joined: bool,
    cut: Option<usize>,
}

impl SelectedColumn {
    fn parse_column(text: &str, version: &TableVersion) -> Result<Self, QueryError> {
        let unknown = || (400, "invalidQuery", format!("Unrecognized name: {text}"));
        let (expression, alias) = text.rsplit_once(" AS ").unwrap_or((text, text));
        let (inner, cut) = match expression
            .strip_prefix("LEFT(")
            .and_then(|rest| rest.strip_suffix(')')?.rsplit_once(", "))
        {
            Some((inner, chars)) => (inner, Some(chars.parse().map_err(|_| unknown())?)),
            None => (expression, None),
        };
        let (inner, joined) = match inner
            .strip_prefix("ARRAY_TO_STRING(")
            .and_then(|rest| rest.strip_suffix(", ';')"))
        {
            Some(inner) => (inner, true),
            None => (inner, false),
        };
        let name = |text: &str| {
            text.trim()
                .trim_matches('`')
                .replace("\\`", "`")
                .replace("\\\\", "\\")
        };
        let (inner, alias) = (name(inner), name(alias));
        let at = version
            .columns
            .iter()
            .position(|(column, _)| *column == inner)
            .ok_or_else(unknown)?;
        let ty = if joined || cut.is_some() {
            "STRING".to_owned()
        } else {
            version.columns[at].1.clone()
        };
        Ok(Self {
            at,
            alias,
            ty,
            joined,
            cut,
        })
    }

    fn cell_value(&self, row: &[Value]) -> Value {
        let value = match &row[self.at] {
            Value::Array(words) if self.joined => json!(
                words
                    .iter()
                    .filter_map(Value::as_str)
                    .collect::<Vec<_>>()
                    .join(";")
            ),
            value => value.clone(),
        };
        match (self.cut, value) {
            (Some(chars), Value::String(text)) => {
                json!(text.chars().take(chars).collect::<String>())
            }
            (_, value) => value,
        }
    }
}

/// Splits a list at its commas outside of parentheses and quotes.
fn split_expressions(list: &str) -> Vec<String> {
    let (mut found, mut depth, mut quoted, mut escaped) = (vec![String::new()], 0, None, false);
    for c in list.chars() {
        match (quoted, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(quote), _) if quote == c => quoted = None,
            (None, '`' | '\'') => quoted = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, ',') if depth == 0 => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        found.last_mut().unwrap().push(c);
    }
    found
        .into_iter()
        .map(|text| text.trim().to_owned())
        .collect()
}
