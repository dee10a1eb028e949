//! Client of USDA NASS Quick Stats: final yields of the survey program, by state and for the
//! nation, since 1980.
//!
//! API: <https://quickstats.nass.usda.gov/api>. A key is free. The request excludes forecasts of
//! the current season, counties, and irrigated or silage rows; such rows in the answer are ignored.

use super::reference_yields::{Crop, NATION, normalize_state_name};
use crate::outbound::{CallLimits, OutboundClient, OutboundError};
use reqwest::Url;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// Default URL of the API.
pub const DEFAULT_URL: &str = "https://quickstats.nass.usda.gov/api/api_GET/";
/// First year of the embedded yields.
const FIRST_YEAR: i32 = 1980;
/// One crop by state is about 2 MiB.
const REQUEST_LIMITS: CallLimits = CallLimits {
    timeout: Duration::from_mins(1),
    max_bytes: 16 << 20,
};
/// Upper bound of a region's yield, bushels per acre.
const MAX_BU_PER_AC: f64 = 500.0;
/// Status of the API for an empty result and for an invalid request.
const NO_ROWS_STATUS: u16 = 400;

/// Reason why a request failed. The text follows the name of the API: `USDA Quick Stats did not
/// answer within 60 seconds.`
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuickStatsError {
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    #[error(
        "rejects the API key: get one at https://quickstats.nass.usda.gov/api and set \
         SPROUT_QUICK_STATS_KEY."
    )]
    InvalidKey,
    #[error("sent an invalid answer: {0}.")]
    Unreadable(&'static str),
}

/// Ten-thousandths of a bushel per acre, by region, crop and year.
pub type YieldsByHarvest = BTreeMap<(String, Crop, i32), i64>;

/// API client with its key. No `Debug`: the URL contains the key.
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

    /// All final yields up to and including `this_year`.
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
                let response: YieldsResponse = serde_json::from_slice(&body)
                    .map_err(|_| QuickStatsError::Unreadable("it is not JSON with yields"))?;
                for row in response.data {
                    row.insert_into(&mut yields, crop, level, this_year)?;
                }
            }
        }
        // The national rows are needed to check the others.
        if Crop::ALL.iter().any(|crop| {
            !yields
                .keys()
                .any(|(region, of, _)| region == NATION && of == crop)
        }) {
            return Err(QuickStatsError::Unreadable("it has no national yields"));
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

/// Name of a crop's yields in the API.
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
    /// A number in some answers, a string in others.
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
                .map_err(|_| QuickStatsError::Unreadable("a year is not a number"))?,
        };
        if !(FIRST_YEAR..=this_year).contains(&year) {
            return Ok(());
        }
        // `OTHER STATES` is not a state; (D) and (NA) mark withheld values.
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
            return Err(QuickStatsError::Unreadable("it has an impossible yield"));
        }
        match yields.insert((region.to_owned(), crop, year), bushels.scaled()) {
            Some(other) if other != bushels.scaled() => Err(QuickStatsError::Unreadable(
                "it has two yields for one harvest",
            )),
            _ => Ok(()),
        }
    }
}
