//! Embedded yields (USDA NASS, public): one annual series per region and crop.
//!
//! Sources and checks of every value: `data/crop_yields.SOURCES.md`.

mod crop;

mod us_state;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use thiserror::Error;

pub use crop::Crop;
pub use us_state::normalize_state_name;

/// Region name of the national series in the data.
pub const NATION: &str = "US";

const EMBEDDED_CSV: &str = include_str!("../../../data/crop_yields.csv");
/// Years that a region without an embedded series requires.
const MIN_NEW_SERIES_YEARS: usize = 30;
const CSV_HEADER: &str = "region,crop,year,yield_bu_ac,source";

/// Yield of a harvest year.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Harvest {
    pub year: i32,
    pub bu_per_ac: f64,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("reference yields, line {line}: {reason}")]
pub struct ReferenceError {
    /// 1 for the header.
    pub line: usize,
    pub reason: &'static str,
}

/// Yields by crop and region; years are ascending and unique.
#[derive(Debug, Clone, Default)]
pub struct ReferenceYields(BTreeMap<(Crop, String), Vec<Harvest>>);

impl ReferenceYields {
    /// The embedded yields; parsed at the first call.
    pub fn from_embedded() -> Result<&'static Self, ReferenceError> {
        static PARSED: OnceLock<Result<ReferenceYields, ReferenceError>> = OnceLock::new();
        PARSED
            .get_or_init(|| Self::from_csv(EMBEDDED_CSV))
            .as_ref()
            .map_err(Clone::clone)
    }

    /// Parses `region,crop,year,yield_bu_ac,source`; region is a state's name or `US`, the source
    /// is not stored.
    pub fn from_csv(csv: &str) -> Result<Self, ReferenceError> {
        let mut lines = csv.lines().zip(1..);
        if lines.next().is_none_or(|(header, _)| header != CSV_HEADER) {
            return Err(ReferenceError {
                line: 1,
                reason: "the header must be region,crop,year,yield_bu_ac,source",
            });
        }
        let mut series: BTreeMap<(Crop, String), BTreeMap<i32, f64>> = BTreeMap::new();
        for (text, line) in lines {
            let error = |reason| ReferenceError { line, reason };
            let mut cells = text.splitn(5, ',');
            let (Some(region), Some(crop), Some(year), Some(bushels)) =
                (cells.next(), cells.next(), cells.next(), cells.next())
            else {
                return Err(error("fewer than 4 cells"));
            };
            let region = if region == NATION {
                NATION
            } else {
                normalize_state_name(region)
                    .ok_or_else(|| error("the region is neither US nor a state"))?
            };
            let crop = Crop::from_code(crop)
                .ok_or_else(|| error("the crop is not corn, soybeans or wheat"))?;
            let year = year
                .parse()
                .map_err(|_| error("the year is not a number"))?;
            let bu_per_ac = bushels
                .parse()
                .ok()
                .filter(|yielded: &f64| yielded.is_finite() && *yielded > 0.0);
            let bu_per_ac = bu_per_ac.ok_or_else(|| error("the yield is not a positive number"))?;
            if series
                .entry((crop, region.to_owned()))
                .or_default()
                .insert(year, bu_per_ac)
                .is_some()
            {
                return Err(error("the year is repeated"));
            }
        }
        let ascending = |years: BTreeMap<i32, f64>| {
            years
                .into_iter()
                .map(|(year, bu_per_ac)| Harvest { year, bu_per_ac })
                .collect()
        };
        Ok(Self(
            series
                .into_iter()
                .map(|(key, years)| (key, ascending(years)))
                .collect(),
        ))
    }

    /// Merges other yields over these. A series with new years becomes its longest run of years
    /// without a gap, of two the later.
    #[must_use]
    pub fn with_updates(&self, learned: impl Iterator<Item = (Crop, String, Harvest)>) -> Self {
        let mut series: BTreeMap<(Crop, String), BTreeMap<i32, f64>> = BTreeMap::new();
        let carried = self.0.iter().flat_map(|((crop, region), harvests)| {
            harvests
                .iter()
                .map(move |harvest| (*crop, region.clone(), *harvest))
        });
        for (crop, region, Harvest { year, bu_per_ac }) in carried.chain(learned) {
            series
                .entry((crop, region))
                .or_default()
                .insert(year, bu_per_ac);
        }
        let is_known = |key: &(Crop, String)| self.0.contains_key(key);
        let runs = series
            .into_iter()
            .map(|(key, years)| (key, find_longest_run(&years)));
        Self(
            runs.filter(|(key, harvests)| is_known(key) || harvests.len() >= MIN_NEW_SERIES_YEARS)
                .collect(),
        )
    }

    /// The series of a region as named in the data (a full state name or [`NATION`]).
    pub fn find_series(&self, region: &str, crop: Crop) -> Option<&[Harvest]> {
        self.series_for_crop(crop)
            .find(|(name, _)| *name == region)
            .map(|(_, harvests)| harvests)
    }

    /// All series of a crop with their regions.
    pub fn series_for_crop(&self, crop: Crop) -> impl Iterator<Item = (&str, &[Harvest])> {
        self.0
            .iter()
            .filter(move |((of, _), _)| *of == crop)
            .map(|((_, region), harvests)| (region.as_str(), harvests.as_slice()))
    }
}

fn find_longest_run(years: &BTreeMap<i32, f64>) -> Vec<Harvest> {
    let mut longest: Vec<Harvest> = Vec::new();
    let mut run: Vec<Harvest> = Vec::new();
    for (year, bu_per_ac) in years {
        if run.last().is_some_and(|last| last.year + 1 != *year) {
            run.clear();
        }
        run.push(Harvest {
            year: *year,
            bu_per_ac: *bu_per_ac,
        });
        if run.len() >= longest.len() {
            longest.clone_from(&run);
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_yields_parse_without_gaps() {
        let yields = ReferenceYields::from_embedded().unwrap();
        for crop in Crop::ALL {
            let nation = yields.find_series(NATION, crop).unwrap();
            assert!(yields.series_for_crop(crop).count() > 5, "{crop}");
            for (region, harvests) in yields.series_for_crop(crop) {
                assert!(
                    harvests
                        .windows(2)
                        .all(|pair| pair[1].year == pair[0].year + 1),
                    "{region} {crop} has a gap"
                );
                assert!(
                    harvests.len() >= 30
                        && harvests.last().unwrap().year <= nation.last().unwrap().year,
                    "{region} {crop}"
                );
            }
        }
        let iowa = yields.find_series("Iowa", Crop::Corn).unwrap();
        assert_eq!(
            iowa.last(),
            Some(&Harvest {
                year: 2025,
                bu_per_ac: 210.0
            })
        );
        assert_eq!(yields.find_series("Iowa", Crop::Wheat), None);
    }

    #[test]
    fn accepts_any_row_order_and_commas_in_sources() {
        let yields = ReferenceYields::from_csv(
            "region,crop,year,yield_bu_ac,source\nIowa,corn,2001,146,\"a, \
            b\"\nIowa,corn,2000,144.5,c\n",
        )
        .unwrap();
        assert_eq!(
            yields.find_series("Iowa", Crop::Corn).unwrap(),
            [
                Harvest {
                    year: 2000,
                    bu_per_ac: 144.5
                },
                Harvest {
                    year: 2001,
                    bu_per_ac: 146.0
                }
            ]
        );
    }

    #[test]
    fn updates_extend_series_without_gaps() {
        let carried = ReferenceYields::from_csv(
            "region,crop,year,yield_bu_ac,source\nIowa,corn,2000,140,a\nIowa,corn,2001,146,a\n",
        )
        .unwrap();
        let harvest =
            |year, bu_per_ac| (Crop::Corn, "Iowa".to_owned(), Harvest { year, bu_per_ac });
        let with = carried.with_updates(
            [
                harvest(2001, 147.0),
                harvest(2002, 150.0),
                harvest(2004, 160.0),
            ]
            .into_iter(),
        );
        let years: Vec<_> = with
            .find_series("Iowa", Crop::Corn)
            .unwrap()
            .iter()
            .map(|harvest| (harvest.year, harvest.bu_per_ac))
            .collect();
        assert_eq!(years, [(2000, 140.0), (2001, 147.0), (2002, 150.0)]);
        let ohio = |years: i32| {
            carried.with_updates((2026 - years..2026).map(|year| {
                (
                    Crop::Corn,
                    "Ohio".to_owned(),
                    Harvest {
                        year,
                        bu_per_ac: 1.0,
                    },
                )
            }))
        };
        assert!(
            ohio(29).find_series("Ohio", Crop::Corn).is_none()
                && ohio(30).find_series("Ohio", Crop::Corn).is_some()
        );
    }

    #[test]
    fn errors_name_line() {
        for (row, reason) in [
            ("Iowa,corn,2001", "fewer than 4 cells"),
            (
                "Ontario,corn,2001,100,x",
                "the region is neither US nor a state",
            ),
            (
                "Iowa,rice,2001,100,x",
                "the crop is not corn, soybeans or wheat",
            ),
            ("Iowa,corn,now,100,x", "the year is not a number"),
            ("Iowa,corn,2001,-1,x", "the yield is not a positive number"),
            ("Iowa,corn,2001,NaN,x", "the yield is not a positive number"),
            ("Iowa,corn,2000,100,x", "the year is repeated"),
        ] {
            let error =
                ReferenceYields::from_csv(&format!("{CSV_HEADER}\nIowa,corn,2000,144,x\n{row}\n"))
                    .unwrap_err();
            assert_eq!(error, ReferenceError { line: 3, reason });
        }
        assert_eq!(ReferenceYields::from_csv("").unwrap_err().line, 1);
    }
}
