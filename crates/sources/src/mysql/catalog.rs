//! Loads tables of the database: their columns and types.

use super::client::{Client, ClientError};
use crate::MAX_OTHER_TABLES;
use crate::select_plan::{DatabaseColumn, DatabaseTable};
use std::fmt::Write;

/// Loads the tables of these names, compared without case, that the user may read in part.
pub(super) async fn load_tables(
    client: &mut Client,
    database: &str,
    names: &[String],
) -> Result<Vec<DatabaseTable>, ClientError> {
    let sql = format!(
        "select table_name, column_name, column_type, find_in_set('select', privileges) > 0 \
           from information_schema.columns \
          where table_schema = {} and lower(table_name) in ({}) \
          order by table_name, ordinal_position",
        quote_text(database),
        quote_lower_case(names)
    );
    let mut tables: Vec<DatabaseTable> = Vec::new();
    for row in client.fetch_texts(&sql).await? {
        let Ok([table, name, ty, readable]) = <[String; 4]>::try_from(row) else {
            continue;
        };
        let column = DatabaseColumn {
            is_enum: ty.starts_with("enum("),
            name,
            ty,
            readable: readable == "1",
        };
        match tables.last_mut() {
            Some(last) if last.name == table => last.columns.push(column),
            _ => tables.push(DatabaseTable {
                name: table,
                columns: vec![column],
            }),
        }
    }
    Ok(tables)
}

/// Names of tables that the database has besides these, compared without case.
pub(super) async fn list_other_names(
    client: &mut Client,
    database: &str,
    names: &[String],
) -> Result<Vec<String>, ClientError> {
    let sql = format!(
        "select table_name from information_schema.tables \
          where table_schema = {} and lower(table_name) not in ({}) \
          order by table_name limit {MAX_OTHER_TABLES}",
        quote_text(database),
        quote_lower_case(names)
    );
    let rows = client.fetch_texts(&sql).await?;
    Ok(rows.into_iter().flatten().collect())
}

/// A text as hexadecimal digits, which mean the same in every SQL mode.
fn quote_text(text: &str) -> String {
    let mut quoted = "_utf8mb4 x'".to_owned();
    for byte in text.bytes() {
        // Writing to a text cannot fail.
        let _ = write!(quoted, "{byte:02x}");
    }
    quoted.push('\'');
    quoted
}

fn quote_lower_case(texts: &[String]) -> String {
    let quoted = texts.iter().map(|text| quote_text(&text.to_lowercase()));
    quoted.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_cannot_leave_their_quotes() {
        assert_eq!(quote_text("a'\\"), "_utf8mb4 x'61275c'");
    }
}
