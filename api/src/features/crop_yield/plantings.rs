//! Acres by state and crop, from what the customers' records say.

use super::forecast::Planting;
use super::reference_yields::Crop;

/// The customers of one state with the same crops.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowerGroup {
    /// As the records spell it.
    pub state: Option<String>,
    /// `;`-separated.
    pub crops: String,
    /// Their acres together.
    pub acres: f64,
}

/// A farm's acres are shared out evenly over its crops: records do not say how much of each it
/// grows.
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
    fn acres_are_shared_over_the_crops() {
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
    fn no_crop_is_no_planting() {
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
