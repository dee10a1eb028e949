//! Acres by state and crop, from customer records.

use super::forecast::Planting;
use super::reference_yields::Crop;

/// Customers of a state with the same crops.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowerGroup {
    /// As spelled in the records.
    pub state: Option<String>,
    /// `;`-separated.
    pub crops: String,
    /// Sum of their acres.
    pub acres: f64,
}

/// A farm's acres are divided evenly among its crops, as records do not state the acres of each.
pub fn split_plantings(growers: &[GrowerGroup]) -> Vec<Planting> {
    growers.iter().flat_map(split_acres_by_crop).collect()
}

fn split_acres_by_crop(growers: &GrowerGroup) -> Vec<Planting> {
    let crops: Vec<Crop> = growers
        .crops
        .split(';')
        .filter_map(|crop| Crop::from_code(crop.trim()))
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "a farm has a handful of crops")]
    let share = if crops.is_empty() {
        0.0
    } else {
        growers.acres / crops.len() as f64
    };
    crops
        .into_iter()
        .map(|crop| Planting {
            state: growers.state.clone(),
            crop,
            acres: share,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divides_acres_among_crops() {
        let iowa = GrowerGroup {
            state: Some("Iowa".into()),
            crops: "corn;soybeans".into(),
            acres: 900.0,
        };
        let shared = split_plantings(&[iowa]);
        assert_eq!(
            shared
                .iter()
                .map(|planting| (planting.crop, planting.acres))
                .collect::<Vec<_>>(),
            [(Crop::Corn, 450.0), (Crop::Soybeans, 450.0)]
        );
    }

    #[test]
    fn no_crop_gives_no_planting() {
        assert!(
            split_plantings(&[GrowerGroup {
                state: None,
                crops: String::new(),
                acres: 10.0
            }])
            .is_empty()
        );
    }
}
