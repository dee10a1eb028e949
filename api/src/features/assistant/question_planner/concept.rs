//! The concepts of the trade that words stand for, and sets of them.

macro_rules! concepts {
    ($($(#[$doc:meta])* $variant:ident),+ $(,)?) => {
        /// A meaning that intent rules are based on. Several wordings share one.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Concept { $($(#[$doc])* $variant),+ }

        impl Concept {
            pub(super) const ALL: &[Self] = &[$(Self::$variant),+];

            /// Parses the name of a variant.
            pub(super) fn parse(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($variant) => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

concepts! {
    Stock,
    Low,
    RunOut,
    Have,
    Enough,
    Reorder,
    ReorderPoint,
    Product,
    Sales,
    SellingWell,
    SlowMover,
    Top,
    Bottom,
    Customer,
    Supplier,
    Spend,
    BuyFrom,
    Deliver,
    OnTime,
    LeadTime,
    Slow,
    Fast,
    Good,
    Bad,
    Active,
    HowMany,
    AverageOrder,
    Price,
    Trend,
    Market,
    Index,
    InputCost,
    Yield,
    Forecast,
    Weather,
    News,
    Buy,
    Next,
    Will,
    Profile,
    HowOften,
    LastBuy,
    Segment,
    Lapsed,
    NotBought,
    Window,
    When,
    Sync,
    Fresh,
    Data,
    Report,
    Export,
    Explain,
    SoftExplain,
    DeliveryRate,
    SupplierCount,
    TotalSpend,
    SuccessRate,
    ConfidenceWord,
    Accuracy,
    HowDoing,
    Revenue,
    Quantity,
    Orders,
    Who,
    Failed,
    Ask,
    AboutName,
    /// A topic that no tool covers.
    Foreign,
    /// Start of a follow-up: `and`, `what about`, `instead`.
    Marker,
    /// `they`, `it`, `that one`.
    Pronoun,
    /// A time expression without a definite period: `lately`.
    Vague,
    // Set by names and slots, so that intent rules can require them.
    NamedItem,
    NamedCustomer,
    NamedSupplier,
    NamedPlace,
    HasCategory,
    InputCategory,
    HasCommodity,
    HasCrop,
    HasPeriod,
    HasGroup,
    HasCompare,
    HasRegion,
    HasLimit,
    HasFormat,
}

/// A set of concepts, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ConceptSet(u128);

impl ConceptSet {
    pub(super) const fn from_slice(concepts: &[Concept]) -> Self {
        let mut set = 0;
        let mut rest = concepts;
        while let [first, others @ ..] = rest {
            set |= 1_u128 << *first as u32;
            rest = others;
        }
        Self(set)
    }

    pub(super) fn insert(&mut self, concept: Concept) {
        self.0 |= 1_u128 << concept as u32;
    }

    pub(super) fn contains(self, concept: Concept) -> bool {
        self.0 & (1_u128 << concept as u32) != 0
    }

    pub(super) fn contains_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    pub(super) fn intersects(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    #[must_use]
    pub(super) fn union(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    #[must_use]
    pub(super) fn intersection(self, others: Self) -> Self {
        Self(self.0 & others.0)
    }

    #[must_use]
    pub(super) fn difference(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }
}

const _: () = assert!(Concept::ALL.len() <= 128);
