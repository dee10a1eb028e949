//! Reads, validates and sets the mapping of source columns to Sprout columns.

use super::DataSync;
use super::wire::{
    ColumnMapping, ColumnMappingInput, MappedColumn, MappedColumnInput, MappedTable,
};
use crate::auth::Proof;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::db::{Access, AuditAction, DbError, NewAuditEntry, TenantDb};
use entities::{column_mapping, source_file};
use sea_orm::{ColumnTrait, Set};
use serde_json::{Value, json};
use sources::{Layout, Layouts, SourceSchema, SourceTable, equal_names};

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
    /// Returns every column with its name in the source.
    pub(super) async fn read_mapping(
        &self,
        db: &TenantDb,
        _permission: &Proof<SyncRead>,
    ) -> Result<ColumnMapping, DbError> {
        Ok(to_column_mapping(&self.load_layouts(db).await?))
    }

    /// Replaces the column names of the tables in the request. Other tables keep theirs.
    pub(super) async fn set_mapping(
        &self,
        access: &Access,
        _permission: &Proof<SourcesManage>,
        input: &ColumnMappingInput,
    ) -> Result<ColumnMapping, ColumnMappingError> {
        let tables = parse_mapping(input)?;
        let db = self.database.begin_write(access).await?;
        let asked: Vec<SourceTable> = tables.iter().map(|(table, _)| *table).collect();
        let before = load_audit_json(&db, &asked).await?;
        for (table, renamed) in tables {
            db.delete::<column_mapping::Entity>()
                .filter(column_mapping::Column::SourceTable.eq(table.id()))
                .exec()
                .await?;
            let rows = renamed
                .into_iter()
                .map(|(column, source)| column_mapping::ActiveModel {
                    source_table: Set(table.id().to_owned()),
                    target_column: Set(column.to_owned()),
                    source_column: Set(source),
                    ..Default::default()
                });
            db.insert_many(rows.collect()).await?;
            // Files were read under the old names, so the next sync must read them again.
            db.delete::<source_file::Entity>()
                .filter(source_file::Column::SourceTable.eq(table.id()))
                .exec()
                .await?;
        }
        let layouts = self.load_layouts(&db).await?;
        let act = NewAuditEntry::new(AuditAction::ColumnMappingUpdated)
            .with_before(&before)
            .with_after(&load_audit_json(&db, &asked).await?);
        db.append_audit_entry(self.clock.now(), act).await?;
        db.commit().await?;
        Ok(to_column_mapping(&layouts))
    }

    /// Loads the column names of the organization's source.
    pub(super) async fn load_layouts(&self, db: &TenantDb) -> Result<Layouts, DbError> {
        let rows = db.find::<column_mapping::Entity>().all().await?;
        let layout = |table: SourceTable| {
            let of_table = rows.iter().filter(|row| row.source_table == table.id());
            Layout::with_renamed_columns(
                table.schema(),
                of_table.map(|row| (row.target_column.clone(), row.source_column.clone())),
            )
        };
        Ok(Layouts::new(SourceTable::ALL.map(layout).to_vec()))
    }
}

/// The column names of these tables that differ from Sprout's, for the audit log.
async fn load_audit_json(db: &TenantDb, tables: &[SourceTable]) -> Result<Value, DbError> {
    let rows = db
        .find::<column_mapping::Entity>()
        .filter(column_mapping::Column::SourceTable.is_in(tables.iter().map(|table| table.id())))
        .all()
        .await?;
    let table = |table: &SourceTable| {
        let names = rows
            .iter()
            .filter(|row| row.source_table == table.id())
            .map(|row| (row.target_column.clone(), json!(row.source_column)));
        (table.id().to_owned(), Value::Object(names.collect()))
    };
    Ok(Value::Object(tables.iter().map(table).collect()))
}

fn to_column_mapping(layouts: &Layouts) -> ColumnMapping {
    let table = |table: SourceTable| {
        let layout = layouts.for_table(table);
        let column = |column: &_| to_mapped_column(&layout, column);
        MappedTable {
            source_table: table.id().to_owned(),
            columns: table.schema().columns.iter().map(column).collect(),
        }
    };
    ColumnMapping {
        tables: SourceTable::ALL.map(table).to_vec(),
    }
}

fn to_mapped_column(layout: &Layout, column: &sources::ColumnSpec) -> MappedColumn {
    MappedColumn {
        target_column: column.name.to_owned(),
        source_column: layout.source_name(column).to_owned(),
        required: column.required,
    }
}

type RenamedColumns = Vec<(&'static str, String)>;

/// Returns the column names that differ from Sprout's. Fails if they are invalid.
fn parse_mapping(
    input: &ColumnMappingInput,
) -> Result<Vec<(SourceTable, RenamedColumns)>, ColumnMappingError> {
    let mut tables: Vec<(SourceTable, RenamedColumns)> = Vec::new();
    for asked in &input.tables {
        let table = SourceTable::from_id(&asked.source_table)
            .ok_or_else(|| ColumnMappingError::UnknownTable(asked.source_table.clone()))?;
        if tables.iter().any(|(known, _)| *known == table) {
            return Err(ColumnMappingError::Invalid(format!(
                "The request contains the table {} twice. Send all of its columns at once.",
                table.id()
            )));
        }
        tables.push((
            table,
            parse_renamed_columns(table.schema(), &asked.columns)?,
        ));
    }
    Ok(tables)
}

fn parse_renamed_columns(
    shape: &'static SourceSchema,
    asked: &[MappedColumnInput],
) -> Result<RenamedColumns, ColumnMappingError> {
    let mut names: RenamedColumns = Vec::new();
    for MappedColumnInput {
        target_column: column,
        source_column,
    } in asked
    {
        let Some(known) = shape.columns.iter().find(|known| known.name == column) else {
            let all: Vec<&str> = shape.columns.iter().map(|column| column.name).collect();
            return Err(ColumnMappingError::Invalid(format!(
                "{} has no column \"{column}\". Its columns are {}.",
                shape.id,
                all.join(", ")
            )));
        };
        if names.iter().any(|(name, _)| *name == known.name) {
            return Err(ColumnMappingError::Invalid(format!(
                "{}: the request contains the column {column} twice.",
                shape.id
            )));
        }
        if source_column.contains('\0') {
            return Err(ColumnMappingError::Invalid(format!(
                "{}: the name for {column} contains a NUL character.",
                shape.id
            )));
        }
        let source = source_column.trim();
        names.push((
            known.name,
            if source.is_empty() {
                known.name
            } else {
                source
            }
            .to_owned(),
        ));
    }
    let source_name = |name: &'static str| {
        names
            .iter()
            .find(|(ours, _)| *ours == name)
            .map_or(name, |(_, source)| source.as_str())
    };
    for (at, column) in shape.columns.iter().enumerate() {
        let before = shape
            .columns
            .iter()
            .take(at)
            .find(|before| equal_names(source_name(before.name), source_name(column.name)));
        if let Some(before) = before {
            let (name, first, second) = (source_name(column.name), before.name, column.name);
            return Err(ColumnMappingError::Invalid(format!(
                "{}: {first} and {second} cannot both be the source's column {name}.",
                shape.id
            )));
        }
    }
    names.retain(|(ours, source)| ours != source);
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_pairs(columns: &[(&str, &str)]) -> Result<RenamedColumns, String> {
        let columns: Vec<MappedColumnInput> = columns
            .iter()
            .map(|(column, source)| MappedColumnInput {
                target_column: (*column).to_owned(),
                source_column: (*source).to_owned(),
            })
            .collect();
        parse_renamed_columns(SourceTable::SupplierData.schema(), &columns)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn names_that_are_ours_or_empty_are_no_change() {
        let kept = parse_pairs(&[
            ("supplier_name", " vendor "),
            ("supplier_id", "supplier_id"),
            ("active", " "),
        ]);
        assert_eq!(kept, Ok(vec![("supplier_name", "vendor".to_owned())]));
    }

    #[test]
    fn columns_may_change_places_but_not_share_one() {
        assert!(
            parse_pairs(&[
                ("supplier_name", "supplier_id"),
                ("supplier_id", "supplier_name")
            ])
            .is_ok()
        );
        assert_eq!(
            parse_pairs(&[("supplier_name", "supplier_id")]).unwrap_err(),
            "supplier_data: supplier_id and supplier_name cannot both be the source's column \
                supplier_id."
        );
        assert!(
            parse_pairs(&[("supplier_name", "x"), ("categories", "x")])
                .unwrap_err()
                .contains("cannot both be the source's column x")
        );
    }

    #[test]
    fn what_is_not_there_is_told() {
        assert!(
            parse_pairs(&[("supplier", "x")])
                .unwrap_err()
                .contains("Its columns are supplier_id, supplier_name")
        );
        assert!(
            parse_pairs(&[("active", "x"), ("active", "y")])
                .unwrap_err()
                .contains("twice")
        );
        assert!(
            parse_pairs(&[("active", "a\0b")])
                .unwrap_err()
                .contains("NUL")
        );
    }
}
