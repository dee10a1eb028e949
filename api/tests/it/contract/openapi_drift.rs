//! The committed contract is the one that the code has.

#[test]
fn the_committed_contract_is_current() {
    let committed = include_str!("../../../../openapi.json");
    assert!(
        committed == api::openapi::contract_json(),
        "openapi.json is not what the code says: run `make openapi` and commit the result"
    );
}
