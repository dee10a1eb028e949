//! Where the values of a column come from, if not from the source's column of the same name.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "column_mapping")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_table: String,
    /// Sprout's name.
    #[sea_orm(primary_key, auto_increment = false)]
    pub target_column: String,
    /// The name in the source.
    pub source_column: String,
    /// The value of every row.
    pub constant: Option<String>,
    /// Words of the source and their values, as a JSON list of pairs.
    pub value_words: Option<String>,
    /// How the values are computed from columns of the source, as JSON.
    pub expression: Option<String>,
}

impl ActiveModelBehavior for ActiveModel {}

crate::tenant_owned!();
