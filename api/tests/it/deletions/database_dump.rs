//! A dump of every column of every table as text.

use crate::TestApp;
use crate::test_database::SQLITE_TABLES;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use std::collections::BTreeMap;

/// The rows of every table, each as a lower-case line.
pub(crate) struct DatabaseDump(BTreeMap<String, Vec<String>>);

async fn query_texts(app: &TestApp, sql: &str) -> Vec<String> {
    let rows = app
        .raw
        .query_all_raw(Statement::from_string(app.raw.get_database_backend(), sql))
        .await
        .unwrap();
    rows.iter()
        .map(|row| row.try_get_by_index(0).unwrap())
        .collect()
}

impl DatabaseDump {
    pub(crate) async fn from_app(app: &TestApp) -> Self {
        let sqlite = app.raw.get_database_backend() == DbBackend::Sqlite;
        let catalogue = if sqlite {
            SQLITE_TABLES.trim_matches(['(', ')'])
        } else {
            r"
                select c.relname::text
                from pg_class c
                where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
            "
        };
        let mut tables = BTreeMap::new();
        for table in query_texts(app, catalogue).await {
            let sql = if sqlite {
                let columns = query_texts(
                    app,
                    &format!("select name from pragma_table_info('{table}')"),
                )
                .await;
                let quoted: Vec<_> = columns
                    .iter()
                    .map(|column| format!("quote(\"{column}\")"))
                    .collect();
                format!("select {} from \"{table}\"", quoted.join(" || ' ' || "))
            } else {
                format!("select t::text from \"{table}\" t")
            };
            let lines = query_texts(app, &sql)
                .await
                .into_iter()
                .map(|line| line.to_lowercase())
                .collect();
            tables.insert(table, lines);
        }
        assert!(
            tables.len() > 50,
            "the catalogue names {} tables",
            tables.len()
        );
        Self(tables)
    }

    /// The tables with a row that contains one of these words. An ID is found in the format of
    /// either engine.
    pub(crate) fn tables_with(&self, words: &[String]) -> Vec<&str> {
        let words = word_spellings(words);
        let has = |lines: &Vec<String>| {
            lines
                .iter()
                .any(|line| words.iter().any(|word| line.contains(word)))
        };
        self.0
            .iter()
            .filter(|(_, lines)| has(lines))
            .map(|(table, _)| table.as_str())
            .collect()
    }

    /// Every row that contains one of these words.
    pub(crate) fn rows_with(&self, words: &[String]) -> Vec<(&str, &str)> {
        let words = word_spellings(words);
        let all = self.0.iter().flat_map(|(table, lines)| {
            lines
                .iter()
                .map(move |line| (table.as_str(), line.as_str()))
        });
        all.filter(|(_, line)| words.iter().any(|word| line.contains(word)))
            .collect()
    }
}

fn word_spellings(words: &[String]) -> Vec<String> {
    words
        .iter()
        .flat_map(|word| [word.to_lowercase(), word.replace('-', "").to_lowercase()])
        .collect()
}
