//! Request and response types of the location mapping.

use crate::features::purchasing::location_store::{LocationMappingError, LocationReport};
use crate::http::{ApiError, ErrorDetail, ErrorDetailCode};
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Where the order lines of a location count.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::features::purchasing) struct MappedLocation {
    /// A location of order lines, such as a customer's state or another spelling of a branch.
    #[oai(validator(min_length = 1, max_length = 1000))]
    pub location: String,
    /// The stock location at which its lines count.
    #[oai(validator(min_length = 1, max_length = 1000))]
    pub stock_location: String,
}

/// The mapping of locations. Replaces the previous one.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", deny_unknown_fields, example)]
pub(in crate::features::purchasing) struct LocationMappingInput {
    /// Each location once.
    #[oai(validator(max_items = 1000))]
    pub items: Vec<MappedLocation>,
}

/// A location of sales without stock.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::purchasing) struct UnmatchedLocation {
    pub location: String,
    /// Sale lines of the last 12 months.
    pub lines: u64,
}

/// The mapping of locations, and what can be mapped.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::purchasing) struct LocationMapping {
    /// By location.
    pub items: Vec<MappedLocation>,
    /// Locations with stock, by name; at most 1,000.
    pub stock_locations: Vec<String>,
    /// Locations of sales of the last 12 months that have neither stock nor a mapping, so that no
    /// recommendation counts their sales; most lines first, at most 200.
    pub unmatched: Vec<UnmatchedLocation>,
    /// Name of the user or API key that last changed the mapping.
    pub updated_by: Option<String>,
    /// Time of that change.
    pub updated_at: Option<DateTime<Utc>>,
}

impl Example for LocationMappingInput {
    fn example() -> Self {
        Self {
            items: vec![MappedLocation {
                location: "Texas".to_owned(),
                stock_location: "Ames".to_owned(),
            }],
        }
    }
}

impl LocationMappingInput {
    /// The stock location of each location, or an error for each location that occurs twice or maps
    /// to itself.
    pub(in crate::features::purchasing) fn into_mapping(
        self,
    ) -> Result<BTreeMap<String, String>, ApiError> {
        let (mut mapping, mut invalid) = (BTreeMap::new(), Vec::new());
        for (index, item) in self.items.into_iter().enumerate() {
            let (code, message) = if item.location == item.stock_location {
                (ErrorDetailCode::Unchanged, "Choose another location.")
            } else {
                match mapping.entry(item.location) {
                    Entry::Vacant(free) => {
                        free.insert(item.stock_location);
                        continue;
                    }
                    Entry::Occupied(_) => (ErrorDetailCode::Duplicate, "Map each location once."),
                }
            };
            let path = format!("items.{index}.location");
            invalid.push(ErrorDetail::new(path, code, message));
        }
        if invalid.is_empty() {
            Ok(mapping)
        } else {
            Err(ApiError::invalid_values(invalid))
        }
    }
}

impl From<LocationReport> for LocationMapping {
    fn from(report: LocationReport) -> Self {
        let last = report.mapped.iter().max_by_key(|row| row.updated_at);
        Self {
            updated_by: last.map(|row| row.updated_by.clone()),
            updated_at: last.map(|row| row.updated_at),
            items: report
                .mapped
                .into_iter()
                .map(|row| MappedLocation {
                    location: row.location,
                    stock_location: row.stock_location,
                })
                .collect(),
            stock_locations: report.stock_locations,
            unmatched: report
                .unmatched
                .into_iter()
                .map(|(location, lines)| UnmatchedLocation { location, lines })
                .collect(),
        }
    }
}

impl From<LocationMappingError> for ApiError {
    fn from(error: LocationMappingError) -> Self {
        match error {
            LocationMappingError::UnknownStockLocation(location) => {
                let message = format!("No stock row is at {location}. Choose a stock location.");
                Self::invalid_value("items.stockLocation", ErrorDetailCode::Unknown, message)
            }
            LocationMappingError::Db(error) => error.into(),
        }
    }
}
