//! Branches of the demo retailer, and the states of its customers.

/// A branch: the `location` of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    Ames,
    Boone,
    Nevada,
}

impl Branch {
    pub(super) const ALL: [Self; 3] = [Self::Ames, Self::Boone, Self::Nevada];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Ames => "Ames",
            Self::Boone => "Boone",
            Self::Nevada => "Nevada",
        }
    }

    /// Share of the customers and of the purchases.
    pub(super) const fn customer_share(self) -> f64 {
        match self {
            Self::Ames => 0.45,
            Self::Boone => 0.31,
            Self::Nevada => 0.24,
        }
    }

    /// Fictional salespeople.
    pub(super) const fn salespeople(self) -> &'static [&'static str; 2] {
        match self {
            Self::Ames => &["Tess Alder", "Owen Birchall"],
            Self::Boone => &["Nora Cedarholm", "Eli Rowan"],
            Self::Nevada => &["Ruth Hazelton", "Jonah Maple"],
        }
    }
}

/// A state with its share of the customers, some of its counties, and the crops of its farms with
/// their shares.
#[derive(Debug)]
pub(super) struct State {
    pub(super) name: &'static str,
    pub(super) share: f64,
    pub(super) counties: &'static [&'static str; 4],
    pub(super) crops: &'static [(f64, &'static str)],
}

/// Names as in the crop yield reference.
pub(super) static STATES: [State; 8] = [
    State {
        name: "Iowa",
        share: 0.46,
        counties: &["Story", "Boone", "Hamilton", "Marshall"],
        crops: CORN_BELT,
    },
    State {
        name: "Iowa",
        share: 0.22,
        counties: &["Greene", "Webster", "Hardin", "Jasper"],
        crops: CORN_BELT,
    },
    State {
        name: "Illinois",
        share: 0.08,
        counties: &["McLean", "Livingston", "Champaign", "Iroquois"],
        crops: CORN_BELT,
    },
    State {
        name: "Minnesota",
        share: 0.08,
        counties: &["Martin", "Faribault", "Blue Earth", "Freeborn"],
        crops: CORN_BELT,
    },
    State {
        name: "Nebraska",
        share: 0.06,
        counties: &["Saunders", "Platte", "York", "Lancaster"],
        crops: PLAINS,
    },
    State {
        name: "South Dakota",
        share: 0.04,
        counties: &["Minnehaha", "Brookings", "Lake", "Moody"],
        crops: PLAINS,
    },
    State {
        name: "Missouri",
        share: 0.03,
        counties: &["Nodaway", "Atchison", "Saline", "Audrain"],
        crops: CORN_BELT,
    },
    State {
        name: "Kansas",
        share: 0.03,
        counties: &["Brown", "McPherson", "Reno", "Sumner"],
        crops: WHEAT_BELT,
    },
];

const CORN_BELT: &[(f64, &str)] = &[
    (0.80, "corn;soybeans"),
    (0.12, "corn"),
    (0.05, "soybeans"),
    (0.03, "corn;soybeans;wheat"),
];
const PLAINS: &[(f64, &str)] = &[
    (0.55, "corn;soybeans"),
    (0.15, "corn"),
    (0.20, "corn;soybeans;wheat"),
    (0.10, "corn;wheat"),
];
const WHEAT_BELT: &[(f64, &str)] = &[
    (0.40, "wheat"),
    (0.35, "corn;wheat"),
    (0.25, "corn;soybeans;wheat"),
];
