//! The names that columns have at an organization's source: read, checked and set, table by table.

use super::DataSync;
use super::catalogue::{Shape, SourceTable};
use super::source::{Layout, Layouts};
use super::wire::{
    ColumnMapping, ColumnMappingInput, MappedColumn, MappedColumnInput, MappedTable,
};
use crate::auth::Proof;
use crate::auth::permission::{SourcesManage, SyncRead};
use crate::db::{Access, Action, DbError, NewAuditEntry, TenantDb};
use crate::http::ApiError;
use entities::{column_mapping, source_file};
use sea_orm::{ColumnTrait, Set};
use serde_json::{Value, json};

impl DataSync {
    /// Every column with its name at the source.
    pub(super) async fn mapping(
        &self,
        db: &TenantDb,
        _may: &Proof<SyncRead>,
    ) -> Result<ColumnMapping, ApiError> {
        Ok(shown(&self.layouts(db).await?))
    }

    /// Sets the names of the tables that the request lists, each as a whole; other tables keep
    /// theirs.
    pub(super) async fn set_mapping(
        &self,
        access: &Access,
        _may: &Proof<SourcesManage>,
        input: &ColumnMappingInput,
    ) -> Result<ColumnMapping, ApiError> {
        let tables = checked(input)?;
        let db = self.database.begin_write(access).await?;
        let asked: Vec<SourceTable> = tables.iter().map(|(table, _)| *table).collect();
        let before = told(&db, &asked).await?;
        for (table, renamed) in tables {
            db.delete::<column_mapping::Entity>()
                .filter(column_mapping::Column::SourceTable.eq(table.id()))
                .exec()
                .await?;
            let rows = renamed
                .into_iter()
                .map(|(column, source)| column_mapping::ActiveModel {
                    source_table: Set(table.id().to_owned()),
                    column_name: Set(column.to_owned()),
                    source_name: Set(source),
                    ..Default::default()
                });
            db.insert_many(rows.collect()).await?;
            // What landed was read under other names.
            db.delete::<source_file::Entity>()
                .filter(source_file::Column::SourceTable.eq(table.id()))
                .exec()
                .await?;
        }
        let layouts = self.layouts(&db).await?;
        let act = NewAuditEntry::new(Action::MappingSet)
            .with_before(&before)
            .with_after(&told(&db, &asked).await?);
        db.append_audit_entry(self.clock.now(), act).await?;
        db.commit().await?;
        Ok(shown(&layouts))
    }

    /// How the organization's source names its columns.
    pub(super) async fn layouts(&self, db: &TenantDb) -> Result<Layouts, DbError> {
        let rows = db.find::<column_mapping::Entity>().all().await?;
        let layout = |table: SourceTable| {
            let of_table = rows.iter().filter(|row| row.source_table == table.id());
            Layout::with_renamed_columns(
                table.shape(),
                of_table.map(|row| (row.column_name.clone(), row.source_name.clone())),
            )
        };
        Ok(Layouts::new(SourceTable::ALL.map(layout).to_vec()))
    }
}

/// The names of these tables that differ from ours, as the audit log tells them.
async fn told(db: &TenantDb, tables: &[SourceTable]) -> Result<Value, DbError> {
    let rows = db
        .find::<column_mapping::Entity>()
        .filter(column_mapping::Column::SourceTable.is_in(tables.iter().map(|table| table.id())))
        .all()
        .await?;
    let table = |table: &SourceTable| {
        let names = rows
            .iter()
            .filter(|row| row.source_table == table.id())
            .map(|row| (row.column_name.clone(), json!(row.source_name)));
        (table.id().to_owned(), Value::Object(names.collect()))
    };
    Ok(Value::Object(tables.iter().map(table).collect()))
}

fn shown(layouts: &Layouts) -> ColumnMapping {
    let table = |table: SourceTable| {
        let layout = layouts.for_table(table);
        let column = |column: &_| mapped(&layout, column);
        MappedTable {
            source_table: table.id().to_owned(),
            columns: table.shape().columns.iter().map(column).collect(),
        }
    };
    ColumnMapping {
        tables: SourceTable::ALL.map(table).to_vec(),
    }
}

fn mapped(layout: &Layout, column: &super::catalogue::Column) -> MappedColumn {
    MappedColumn {
        column: column.name.to_owned(),
        source_column: layout.source_name(column).to_owned(),
        required: column.required,
    }
}

type Renamed = Vec<(&'static str, String)>;

/// The names that differ from ours, or why they cannot be set.
fn checked(input: &ColumnMappingInput) -> Result<Vec<(SourceTable, Renamed)>, ApiError> {
    let mut tables: Vec<(SourceTable, Renamed)> = Vec::new();
    for asked in &input.tables {
        let table = SourceTable::named(&asked.source_table).ok_or_else(|| {
            let words = format!(
                "There is no table \"{}\" to name columns of: sourceTable is one of {}.",
                asked.source_table,
                SourceTable::ids_in_words()
            );
            ApiError::unprocessable("unknown_table", words)
        })?;
        if tables.iter().any(|(known, _)| *known == table) {
            return Err(refused(format!(
                "The table {} stands in the request twice: give all of its columns at once.",
                table.id()
            )));
        }
        tables.push((table, renamed(table.shape(), &asked.columns)?));
    }
    Ok(tables)
}

fn renamed(shape: &'static Shape, asked: &[MappedColumnInput]) -> Result<Renamed, ApiError> {
    let mut names: Renamed = Vec::new();
    for MappedColumnInput {
        column,
        source_column,
    } in asked
    {
        let Some(known) = shape.columns.iter().find(|known| known.name == column) else {
            let all: Vec<&str> = shape.columns.iter().map(|column| column.name).collect();
            return Err(refused(format!(
                "{} has no column \"{column}\": its columns are {}.",
                shape.id,
                all.join(", ")
            )));
        };
        if names.iter().any(|(name, _)| *name == known.name) {
            return Err(refused(format!(
                "{}: the column {column} stands in the request twice.",
                shape.id
            )));
        }
        if source_column.contains('\0') {
            return Err(refused(format!(
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
            .find(|before| source_name(before.name) == source_name(column.name));
        if let Some(before) = before {
            let (name, first, second) = (source_name(column.name), before.name, column.name);
            return Err(refused(format!(
                "{}: {first} and {second} cannot both be the source's column {name}.",
                shape.id
            )));
        }
    }
    names.retain(|(ours, source)| ours != source);
    Ok(names)
}

fn refused(words: String) -> ApiError {
    ApiError::unprocessable("mapping_refused", words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(columns: &[(&str, &str)]) -> Result<Renamed, String> {
        let columns: Vec<MappedColumnInput> = columns
            .iter()
            .map(|(column, source)| MappedColumnInput {
                column: (*column).to_owned(),
                source_column: (*source).to_owned(),
            })
            .collect();
        renamed(SourceTable::SupplierData.shape(), &columns)
            .map_err(|error| error.message().to_owned())
    }

    #[test]
    fn names_that_are_ours_or_empty_are_no_change() {
        let kept = asked(&[
            ("supplier_name", " vendor "),
            ("supplier_id", "supplier_id"),
            ("active", " "),
        ]);
        assert_eq!(kept, Ok(vec![("supplier_name", "vendor".to_owned())]));
    }

    #[test]
    fn columns_may_change_places_but_not_share_one() {
        assert!(
            asked(&[
                ("supplier_name", "supplier_id"),
                ("supplier_id", "supplier_name")
            ])
            .is_ok()
        );
        assert_eq!(
            asked(&[("supplier_name", "supplier_id")]).unwrap_err(),
            "supplier_data: supplier_id and supplier_name cannot both be the source's column \
                supplier_id."
        );
        assert!(
            asked(&[("supplier_name", "x"), ("categories", "x")])
                .unwrap_err()
                .contains("cannot both be the source's column x")
        );
    }

    #[test]
    fn what_is_not_there_is_told() {
        assert!(
            asked(&[("supplier", "x")])
                .unwrap_err()
                .contains("its columns are supplier_id, supplier_name")
        );
        assert!(
            asked(&[("active", "x"), ("active", "y")])
                .unwrap_err()
                .contains("twice")
        );
        assert!(asked(&[("active", "a\0b")]).unwrap_err().contains("NUL"));
    }
}
