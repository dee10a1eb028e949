//! The display preferences of a person. Null means the default.

use sea_orm::entity::prelude::*;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "person_preference")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub person_id: Uuid,
    /// A language such as `de`, for texts and emails. `auto` is the browser's.
    pub language: Option<String>,
    /// A locale such as `en-GB`, for the format of dates and numbers.
    pub format_locale: Option<String>,
    /// The IANA name of the time zone for times.
    pub time_zone: Option<String>,
    /// `us` or `metric`.
    pub units: Option<String>,
    /// `symbol` or `code`.
    pub currency_style: Option<String>,
    pub updated_at: DateTimeUtc,
}

impl ActiveModelBehavior for ActiveModel {}
