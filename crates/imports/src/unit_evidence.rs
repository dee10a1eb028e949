//! What the other units of a block and the language of its names say of unit words with two
//! meanings, such as `ST`: pieces in German, short tons elsewhere.

use crate::layout::Block;
use crate::lexicon::fold;
use crate::mapping::Mapping;
use crate::profile::ColumnProfile;

/// Beginnings and parts of words in the names of columns, in lower case and without accents.
const GERMAN: [&str; 14] = [
    "menge",
    "einheit",
    "artikel",
    "kunde",
    "lieferant",
    "preis",
    "bestand",
    "datum",
    "beleg",
    "lager",
    "bezeichnung",
    "werk",
    "bestell",
    "waren",
];
const OTHER_METRIC: [&str; 28] = [
    "cantidad",
    "unidad",
    "precio",
    "fecha",
    "articulo",
    "almacen",
    "existencia",
    "pedido",
    "quantite",
    "unite",
    "prix",
    "depot",
    "commande",
    "fournisseur",
    "quantita",
    "prezzo",
    "articolo",
    "magazzino",
    "fornitore",
    "quantidade",
    "preco",
    "produto",
    "hoeveelheid",
    "prijs",
    "eenheid",
    "ilosc",
    "cena",
    "jednostka",
];
const METRIC_UNITS: [&str; 16] = [
    "kg", "kgs", "kilo", "kilos", "l", "ltr", "liter", "liters", "litre", "litres", "litro",
    "litros", "ml", "hl", "dt", "tonne",
];

/// What is known of the units of a block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct UnitEvidence {
    is_german: bool,
    is_metric: bool,
}

/// How a unit word is read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum UnitWord<'a> {
    Clear(&'a str),
    /// It has two meanings, and nothing decides.
    Open,
}

impl UnitEvidence {
    pub(crate) fn from_block(block: &Block, mapping: &Mapping, profiles: &[ColumnProfile]) -> Self {
        let names_with = |stems: &[&str]| {
            let names = block.columns.iter().map(|column| fold(&column.name));
            let known = names.filter(|name| stems.iter().any(|stem| name.contains(stem)));
            known.count()
        };
        let is_german = names_with(&GERMAN) >= 2;
        let unit = mapping.column("unit").and_then(|index| profiles.get(index));
        let words = unit.into_iter().flat_map(|profile| profile.distinct.iter());
        let notes = block
            .columns
            .iter()
            .flat_map(|column| &column.meaning.notes);
        let has_metric_unit = words
            .chain(notes)
            .flat_map(|text| text.split('/'))
            .any(|word| METRIC_UNITS.contains(&fold(word).as_str()));
        Self {
            is_german,
            is_metric: is_german || has_metric_unit || names_with(&OTHER_METRIC) >= 2,
        }
    }

    pub(crate) fn read(self, text: &str) -> UnitWord<'_> {
        let folded = fold(text);
        // The signs of grams and tonnes are small letters.
        let is_sign = text.trim() == folded;
        match folded.trim_end_matches('.') {
            "st" if self.is_german => UnitWord::Clear("stk"),
            "st" | "tn" if self.is_metric => UnitWord::Open,
            "t" | "g" if !self.is_metric && !is_sign => UnitWord::Open,
            "lt" if !self.is_metric => UnitWord::Open,
            _ => UnitWord::Clear(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_two_meanings_follow_the_evidence() {
        let evidence = |is_german: bool, is_metric: bool| UnitEvidence {
            is_german,
            is_metric,
        };
        let read = |evidence: UnitEvidence, text: &'static str| evidence.read(text);
        assert_eq!(read(evidence(true, true), "ST"), UnitWord::Clear("stk"));
        assert_eq!(read(evidence(false, true), "ST"), UnitWord::Open);
        assert_eq!(read(evidence(false, false), "ST"), UnitWord::Clear("ST"));
        assert_eq!(read(evidence(false, false), "T"), UnitWord::Open);
        assert_eq!(read(evidence(false, false), "t"), UnitWord::Clear("t"));
        assert_eq!(read(evidence(false, true), "T"), UnitWord::Clear("T"));
        assert_eq!(read(evidence(false, false), "G"), UnitWord::Open);
        assert_eq!(read(evidence(false, false), "LT"), UnitWord::Open);
        assert_eq!(read(evidence(false, false), "ton"), UnitWord::Clear("ton"));
    }
}
