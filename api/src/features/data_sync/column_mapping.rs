//! Reads and sets the mapping of a source's tables, columns and values to Sprout's.

use super::DataSync;
use super::mapping_input::{MappedSource, parse_mapping};
use super::wire::{
    ColumnExpression, ColumnMapping, ColumnMappingInput, MappedColumn, MappedTable, ValueWord,
};
use crate::auth::Proof;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::db::{Access, AuditAction, DbError, NewAuditEntry, TenantDb};
use entities::{column_mapping, source_file, source_watermark, table_mapping};
use sea_orm::{ColumnTrait, Set};
use serde_json::{Value, json};
use sources::{ColumnOrigin, Layout, Layouts, SourceTable};

/// Why the column mapping cannot be set.
#[derive(Debug, thiserror::Error)]
pub(super) enum ColumnMappingError {
    /// There is no table with this id.
    #[error(
        "Unknown table \"{0}\". sourceTable must be one of {tables}.",
        tables = SourceTable::list_ids()
    )]
    UnknownTable(String),
    /// The names are not acceptable. The message is for users.
    #[error("{0}")]
    Invalid(String),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl DataSync {
    /// Returns every table and column with its name in the source.
    pub(super) async fn read_mapping(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
    ) -> Result<ColumnMapping, DbError> {
        Ok(to_column_mapping(&self.load_layouts(db).await?))
    }

    /// Replaces the mapping of the tables in the request. Other tables keep theirs.
    pub(super) async fn set_mapping(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
        input: &ColumnMappingInput,
    ) -> Result<ColumnMapping, ColumnMappingError> {
        let tables = parse_mapping(input)?;
        let db = self.database.begin_write(access).await?;
        let asked: Vec<SourceTable> = tables.iter().map(|mapped| mapped.table).collect();
        let before = load_audit_json(&db, &asked).await?;
        for mapped in tables {
            replace_mapping(&db, mapped).await?;
        }
        let layouts = self.load_layouts(&db).await?;
        let act = NewAuditEntry::new(AuditAction::ColumnMappingUpdated)
            .with_before(&before)
            .with_after(&load_audit_json(&db, &asked).await?);
        db.append_audit_entry(self.clock.now(), act).await?;
        db.commit().await?;
        Ok(to_column_mapping(&layouts))
    }

    /// Loads where the organization's source has the tables.
    pub(super) async fn load_layouts(&self, db: &TenantDb) -> Result<Layouts, DbError> {
        let names = db.find::<table_mapping::Entity>().all().await?;
        let rows = db.find::<column_mapping::Entity>().all().await?;
        let layout = |table: SourceTable| {
            let name = names.iter().find(|row| row.source_table == table.id());
            let columns = rows.iter().filter(|row| row.source_table == table.id());
            Layout::with_own_names(table.schema())
                .with_table_name(name.map(|row| row.source_name.clone()))
                .with_origins(columns.map(|row| (row.target_column.clone(), to_origin(row))))
        };
        Ok(Layouts::new(SourceTable::ALL.map(layout).to_vec()))
    }
}

/// Replaces the mapping of a table. Its rows were read under the old one, so the next sync reads
/// them all again.
async fn replace_mapping(db: &TenantDb, mapped: MappedSource) -> Result<(), DbError> {
    let table = mapped.table.id();
    db.delete::<table_mapping::Entity>()
        .filter(table_mapping::Column::SourceTable.eq(table))
        .exec()
        .await?;
    let name = mapped.source_name.map(|name| table_mapping::ActiveModel {
        source_table: Set(table.to_owned()),
        source_name: Set(name),
        ..Default::default()
    });
    db.insert_many(name.into_iter().collect()).await?;
    db.delete::<column_mapping::Entity>()
        .filter(column_mapping::Column::SourceTable.eq(table))
        .exec()
        .await?;
    let rows = mapped
        .columns
        .into_iter()
        .map(|(column, origin)| column_mapping::ActiveModel {
            source_table: Set(table.to_owned()),
            target_column: Set(column.to_owned()),
            value_words: Set(write_words(&origin)),
            expression: Set(write_expression(&origin)),
            source_column: Set(origin.source_name.unwrap_or_else(|| column.to_owned())),
            constant: Set(origin.constant),
            ..Default::default()
        });
    db.insert_many(rows.collect()).await?;
    db.delete::<source_file::Entity>()
        .filter(source_file::Column::SourceTable.eq(table))
        .exec()
        .await?;
    db.delete::<source_watermark::Entity>()
        .filter(source_watermark::Column::SourceTable.eq(table))
        .exec()
        .await?;
    Ok(())
}

/// The words as they are stored.
fn write_words(origin: &ColumnOrigin) -> Option<String> {
    let pairs: Vec<[&str; 2]> = origin
        .value_words
        .iter()
        .map(|known| [known.word.as_str(), known.value.as_str()])
        .collect();
    (!pairs.is_empty()).then(|| json!(pairs).to_string())
}

/// The expression as it is stored.
fn write_expression(origin: &ColumnOrigin) -> Option<String> {
    let expression = origin.expression.as_ref()?;
    serde_json::to_string(expression).ok()
}

fn to_origin(row: &column_mapping::Model) -> ColumnOrigin {
    let pairs: Option<Vec<[String; 2]>> = row
        .value_words
        .as_deref()
        .and_then(|stored| serde_json::from_str(stored).ok());
    ColumnOrigin {
        source_name: (row.source_column != row.target_column).then(|| row.source_column.clone()),
        constant: row.constant.clone(),
        expression: row
            .expression
            .as_deref()
            .and_then(|stored| serde_json::from_str(stored).ok()),
        value_words: pairs
            .into_iter()
            .flatten()
            .map(|[word, value]| sources::ValueWord { word, value })
            .collect(),
    }
}

/// The mapping of these tables, for the audit log.
async fn load_audit_json(db: &TenantDb, tables: &[SourceTable]) -> Result<Value, DbError> {
    let ids = || tables.iter().map(|table| table.id());
    let names = db
        .find::<table_mapping::Entity>()
        .filter(table_mapping::Column::SourceTable.is_in(ids()))
        .all()
        .await?;
    let rows = db
        .find::<column_mapping::Entity>()
        .filter(column_mapping::Column::SourceTable.is_in(ids()))
        .all()
        .await?;
    let table = |table: &SourceTable| {
        let name = names.iter().find(|row| row.source_table == table.id());
        let name = name.map(|row| ("table".to_owned(), json!(row.source_name)));
        let columns = rows
            .iter()
            .filter(|row| row.source_table == table.id())
            .map(|row| (row.target_column.clone(), describe_origin(&to_origin(row))));
        let mapped = name.into_iter().chain(columns);
        (table.id().to_owned(), Value::Object(mapped.collect()))
    };
    Ok(Value::Object(tables.iter().map(table).collect()))
}

/// The origin of a column in the audit log: its name, unless there is more to say.
fn describe_origin(origin: &ColumnOrigin) -> Value {
    match (&origin.constant, &origin.expression, write_words(origin)) {
        (Some(constant), ..) => json!({ "constant": constant }),
        (None, Some(expression), words) => json!({ "expression": expression, "words": words }),
        (None, None, Some(words)) => json!({ "column": origin.source_name, "words": words }),
        (None, None, None) => json!(origin.source_name),
    }
}

fn to_column_mapping(layouts: &Layouts) -> ColumnMapping {
    let table = |table: SourceTable| {
        let layout = layouts.for_table(table);
        let column = |column: &_| to_mapped_column(&layout, column);
        MappedTable {
            source_table: table.id().to_owned(),
            source_name: layout.table_name().to_owned(),
            columns: table.schema().columns.iter().map(column).collect(),
        }
    };
    ColumnMapping {
        tables: SourceTable::ALL.map(table).to_vec(),
    }
}

fn to_mapped_column(layout: &Layout, column: &sources::ColumnSpec) -> MappedColumn {
    let origin = layout.origin(column).cloned().unwrap_or_default();
    MappedColumn {
        target_column: column.name.to_owned(),
        source_column: layout.source_name(column).to_owned(),
        constant: origin.constant,
        expression: origin.expression.map(ColumnExpression::from),
        value_words: origin
            .value_words
            .into_iter()
            .map(|known| ValueWord {
                word: known.word,
                value: known.value,
            })
            .collect(),
        required: column.must_exist(),
    }
}
