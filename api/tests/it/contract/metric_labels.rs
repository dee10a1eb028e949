//! The app translates the names of measures and dimensions, which the server has in English.

use super::docs::repository_root;
use metrics::DATASETS;
use std::collections::BTreeSet;
use std::fs;

#[test]
fn every_name_of_the_catalog_is_translated() {
    let names: BTreeSet<&str> = DATASETS
        .iter()
        .flat_map(|dataset| {
            let measures = dataset.measures.iter().map(|measure| measure.label);
            let dimensions = dataset.all_dimensions().map(|dimension| dimension.label);
            measures.chain(dimensions).chain([dataset.label])
        })
        .collect();
    assert!(names.len() > 80, "{names:?}");
    for language in ["de", "es", "fr", "pt"] {
        let path = format!("frontend/src/messages/{language}/words.ts");
        let words = fs::read_to_string(repository_root().join(path)).unwrap();
        let keys: BTreeSet<&str> = words
            .lines()
            .filter_map(|line| Some(line.split_once(": '")?.0.trim().trim_matches('\'')))
            .collect();
        let missing: Vec<&&str> = names.difference(&keys).collect();
        assert!(missing.is_empty(), "{language} lacks {missing:?}");
    }
}
