//! What a word can mean in the trade, and sets of such meanings.

macro_rules! senses {
    ($($(#[$doc:meta])* $variant:ident),+ $(,)?) => {
        /// A meaning that intents are told by. Several wordings share one.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Sense { $($(#[$doc])* $variant),+ }

        impl Sense {
            pub(super) const ALL: &[Self] = &[$(Self::$variant),+];
        }
    };
}

senses! {
    Stock, Low, RunOut, Have, Enough, Reorder, ReorderPoint, Product, Sales, SellingWell, SlowMover, Top, Bottom, Customer, Supplier, Spend, BuyFrom, Deliver,
    OnTime, LeadTime, Slow, Fast, Good, Bad, Active, HowMany, AverageOrder, Price, Trend, Market, Index, InputCost, Yield, Forecast, Weather, News, Buy, Next, Will, Profile, HowOften,
    LastBuy, Segment, Lapsed, NotBought, Window, When, Sync, Fresh, Data, Report, Export, Explain, SoftExplain, DeliveryRate, SupplierCount, TotalSpend, SuccessRate,
    ConfidenceWord, Accuracy, HowDoing, Revenue, Quantity, Orders, Who, Failed, Ask, AboutName,
    /// Something that no tool knows of.
    Foreign,
    /// A follow-up's marker: `and`, `what about`, `instead`.
    Marker,
    /// `they`, `it`, `that one`.
    Pronoun,
    /// A word that names no period but gestures at one: `lately`.
    Vague,
    // What slots and names add, so that intents can ask for them.
    NamedItem, NamedCustomer, NamedSupplier, NamedPlace, HasCategory, InputCategory, HasCommodity, HasCrop, HasPeriod, HasGroup, HasCompare, HasRegion, HasLimit, HasFormat,
}

/// A set of senses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ConceptSet(u128);

impl ConceptSet {
    pub(super) const fn from_slice(senses: &[Sense]) -> Self {
        let mut set = 0;
        let mut rest = senses;
        while let [first, others @ ..] = rest {
            set |= 1_u128 << *first as u32;
            rest = others;
        }
        Self(set)
    }

    pub(super) fn insert(&mut self, sense: Sense) {
        self.0 |= 1_u128 << sense as u32;
    }

    pub(super) fn contains(self, sense: Sense) -> bool {
        self.0 & (1_u128 << sense as u32) != 0
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

// A set is one word of bits.
const _: () = assert!(Sense::ALL.len() <= 128);
