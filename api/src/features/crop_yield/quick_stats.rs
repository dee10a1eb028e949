//! USDA NASS Quick Stats: the final yields of the survey program, by state and for the nation,
//! since 1980.
//!
//! Interface: <https://quickstats.nass.usda.gov/api>. A key is free. Forecasts of the running
//! season, counties, irrigated or silage rows are not asked for, and what comes all the same is
//! left out.

use super::reference_yields::{Crop, NATION, normalize_state_name};
use crate::outbound::{CallLimits, OutboundClient, OutboundError};
use reqwest::Url;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The interface where no other address is set.
pub const DEFAULT_URL: &str = "https://quickstats.nass.usda.gov/api/api_GET/";
/// The first year of the records that the binary carries.
const FIRST_YEAR: i32 = 1980;
/// One crop by state is about 2 MiB.
const REQUEST_LIMITS: CallLimits = CallLimits {
    timeout: Duration::from_mins(1),
    max_bytes: 16 << 20,
};
/// No field of a region bears as much, in bushels per acre.
const MAX_BU_PER_AC: f64 = 500.0;
/// What the interface answers with where it has no rows, and where a question is wrong.
const NO_ROWS_STATUS: u16 = 400;

/// Why nothing was learned. The text follows the interface's name: `USDA Quick Stats did not answer
/// within 60 seconds.`
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuickStatsError {
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    #[error(
        "does not take the key: ask for one at https://quickstats.nass.usda.gov/api and set \
            SPROUT_QUICK_STATS_KEY."
    )]
    InvalidKey,
    #[error("sent an answer that cannot be read: {0}.")]
    Unreadable(&'static str),
}

/// Ten-thousandths of a bushel per acre, by region, crop and year.
pub type YieldsByHarvest = BTreeMap<(String, Crop, i32), i64>;

/// The interface with its key. It has no `Debug`: the key stands in the address.
pub struct QuickStats {
    outbound: OutboundClient,
    address: Url,
}

impl QuickStats {
    pub fn new(outbound: OutboundClient, address: &str, key: &str) -> Result<Self, OutboundError> {
        let mut address = outbound.parse_url(address)?;
        address.query_pairs_mut().append_pair("key", key);
        Ok(Self { outbound, address })
    }

    /// Every final yield up to and including `this_year`.
    pub async fn fetch_yields(&self, this_year: i32) -> Result<YieldsByHarvest, QuickStatsError> {
        let mut yields = YieldsByHarvest::new();
        for crop in Crop::ALL {
            for level in ["NATIONAL", "STATE"] {
                let body = match self
                    .outbound
                    .get(
                        &self.build_request_url(crop, level),
                        "application/json",
                        REQUEST_LIMITS,
                    )
                    .await
                {
                    Ok(body) => body,
                    Err(OutboundError::Status(NO_ROWS_STATUS)) => continue,
                    Err(OutboundError::Status(401 | 403)) => {
                        return Err(QuickStatsError::InvalidKey);
                    }
                    Err(error) => return Err(error.into()),
                };
                let found: YieldsResponse = serde_json::from_slice(&body)
                    .map_err(|_| QuickStatsError::Unreadable("it is not the JSON of yields"))?;
                for row in found.data {
                    row.insert_into(&mut yields, crop, level, this_year)?;
                }
            }
        }
        // Without the nation's rows nothing can be judged against them.
        if Crop::ALL.iter().any(|crop| {
            !yields
                .keys()
                .any(|(region, of, _)| region == NATION && of == crop)
        }) {
            return Err(QuickStatsError::Unreadable(
                "it has no yields of the nation",
            ));
        }
        Ok(yields)
    }

    fn build_request_url(&self, crop: Crop, level: &str) -> Url {
        let mut question = self.address.clone();
        question
            .query_pairs_mut()
            .append_pair("source_desc", "SURVEY")
            .append_pair("short_desc", short_desc_for(crop))
            .append_pair("agg_level_desc", level)
            .append_pair("domain_desc", "TOTAL")
            .append_pair("freq_desc", "ANNUAL")
            .append_pair("reference_period_desc", "YEAR")
            .append_pair("year__GE", &FIRST_YEAR.to_string())
            .append_pair("format", "JSON");
        question
    }
}

/// What the interface calls the yields of a crop.
fn short_desc_for(crop: Crop) -> &'static str {
    match crop {
        Crop::Corn => "CORN, GRAIN - YIELD, MEASURED IN BU / ACRE",
        Crop::Soybeans => "SOYBEANS - YIELD, MEASURED IN BU / ACRE",
        Crop::Wheat => "WHEAT - YIELD, MEASURED IN BU / ACRE",
    }
}

#[derive(Deserialize)]
struct YieldsResponse {
    data: Vec<YieldRow>,
}

#[derive(Deserialize)]
struct YieldRow {
    source_desc: String,
    short_desc: String,
    agg_level_desc: String,
    domain_desc: String,
    reference_period_desc: String,
    state_name: String,
    /// A number in some answers and a text in others.
    year: YearValue,
    #[serde(rename = "Value")]
    value: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum YearValue {
    Number(i32),
    Text(String),
}

impl YieldRow {
    fn insert_into(
        self,
        yields: &mut YieldsByHarvest,
        crop: Crop,
        level: &str,
        this_year: i32,
    ) -> Result<(), QuickStatsError> {
        let is_final = self.source_desc == "SURVEY"
            && self.domain_desc == "TOTAL"
            && self.reference_period_desc == "YEAR";
        if !is_final || self.short_desc != short_desc_for(crop) || self.agg_level_desc != level {
            return Ok(());
        }
        let year = match self.year {
            YearValue::Number(year) => year,
            YearValue::Text(text) => text
                .trim()
                .parse()
                .map_err(|_| QuickStatsError::Unreadable("a year is no number"))?,
        };
        if !(FIRST_YEAR..=this_year).contains(&year) {
            return Ok(());
        }
        // `OTHER STATES` is none, and (D) or (NA) stand where a figure is withheld.
        let region = if level == "NATIONAL" {
            Some(NATION)
        } else {
            normalize_state_name(&self.state_name)
        };
        let (Some(region), Ok(bushels)) = (
            region,
            crate::decimal::Decimal4::parse(self.value.trim().replace(',', "").as_str()),
        ) else {
            return Ok(());
        };
        if !(bushels.to_f64() > 0.0 && bushels.to_f64() < MAX_BU_PER_AC) {
            return Err(QuickStatsError::Unreadable(
                "it has a yield that no field bears",
            ));
        }
        match yields.insert((region.to_owned(), crop, year), bushels.scaled()) {
            Some(other) if other != bushels.scaled() => Err(QuickStatsError::Unreadable(
                "it has two yields of one harvest",
            )),
            _ => Ok(()),
        }
    }
}
