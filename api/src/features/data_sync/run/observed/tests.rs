use super::*;
use sea_orm::prelude::Uuid;

const GONE: &str = "The folder /srv/x cannot be read.";

fn table(name: &str, state: TableState, message: Option<&str>, rejected: i64) -> Model {
    Model {
        tenant_id: Uuid::nil(),
        run_id: Uuid::nil(),
        source_table: name.to_owned(),
        position: 0,
        state: state.word().to_owned(),
        rows_read: 100,
        inserted: 0,
        updated: 0,
        unchanged: 0,
        deleted: 0,
        rejected,
        held_back: 0,
        message: message.map(str::to_owned),
        read_ms: 0,
        merge_ms: 0,
        started_at: None,
        rows_expected: None,
        bytes_billed: None,
        bytes_read: None,
        bytes_total: None,
    }
}

fn landed(name: &str) -> Model {
    table(name, TableState::Succeeded, None, 0)
}

fn failed(name: &str, why: &str) -> Model {
    table(name, TableState::Failed, Some(why), 0)
}

/// `+topic` for what is well, `-topic: words` for what is not.
fn told(kind: RunKind, end: RunState, tables: &[Model], error: Option<&str>) -> Vec<String> {
    let said = |observation: Observation| match observation.status {
        ObservedStatus::Healthy(_) => format!("+{}", observation.topic),
        ObservedStatus::Failing(words) => format!("-{}: {words}", observation.topic),
    };
    observed(kind, end, tables, error)
        .into_iter()
        .map(said)
        .collect()
}

#[test]
fn each_table_is_told_by_itself() {
    let tables = [landed("a"), failed("b", "no column x")];
    let told = told(
        RunKind::Full,
        RunState::Failed,
        &tables,
        Some("b: no column x"),
    );
    assert_eq!(
        told,
        ["+sync:run", "+sync:a", "+rejects:a", "-sync:b: no column x"]
    );
}

#[test]
fn a_source_that_cannot_be_opened_accuses_no_table() {
    let tables = [failed("a", GONE), failed("b", GONE)];
    assert_eq!(
        told(RunKind::Full, RunState::Failed, &tables, Some(GONE)),
        [format!("-sync:run: {GONE}")]
    );
    assert_eq!(
        told(RunKind::Table, RunState::Failed, &tables[..1], Some(GONE)),
        [format!("-sync:run: {GONE}")]
    );
}

#[test]
fn one_reason_for_all_is_told_once() {
    let tables = [failed("a", GONE), failed("b", GONE)];
    let error = format!("a: {GONE} b: {GONE}");
    assert_eq!(
        told(RunKind::Full, RunState::Failed, &tables, Some(&error)),
        [format!("-sync:run: {GONE}")]
    );
    // One table alone shares its reason with nobody: it is that table's, and says nothing of the
    // source.
    assert_eq!(
        told(
            RunKind::Table,
            RunState::Failed,
            &tables[..1],
            Some(&format!("a: {GONE}"))
        ),
        [format!("-sync:a: {GONE}")]
    );
}

#[test]
fn a_run_that_was_broken_off_keeps_what_had_landed() {
    let words = "The run was interrupted.";
    let tables = [landed("a"), failed("b", words)];
    assert_eq!(
        told(RunKind::Full, RunState::Failed, &tables, Some(words)),
        [
            format!("-sync:run: {words}"),
            "+sync:a".into(),
            "+rejects:a".into()
        ]
    );
}

#[test]
fn a_source_without_any_table_is_not_well() {
    let tables = [table(
        "a",
        TableState::Skipped,
        Some("The source does not have this table."),
        0,
    )];
    assert_eq!(
        told(
            RunKind::Full,
            RunState::Failed,
            &tables,
            Some("The source has none.")
        ),
        ["-sync:run: The source has none."]
    );
    assert!(
        told(RunKind::Table, RunState::Succeeded, &tables, None).is_empty(),
        "nothing was read: nothing is known to be well"
    );
}

#[test]
fn rejected_rows_are_gone_only_after_a_complete_read() {
    let rejects = table("a", TableState::SucceededWithRejects, None, 7);
    let words = "-rejects:a: 7 of 100 rows could not land. Data Sync lists each with its line, \
        its column and the reason.";
    assert_eq!(
        told(
            RunKind::Incremental,
            RunState::SucceededWithRejects,
            &[rejects],
            None
        ),
        ["+sync:run", "+sync:a", words]
    );
    for partial in [RunKind::Incremental, RunKind::Retry] {
        assert_eq!(
            told(partial, RunState::Succeeded, &[landed("a")], None),
            ["+sync:run", "+sync:a"]
        );
    }
    let unchanged = table("a", TableState::Skipped, Some(UNCHANGED), 0);
    assert_eq!(
        told(
            RunKind::Incremental,
            RunState::Succeeded,
            &[unchanged],
            None
        ),
        ["+sync:run", "+sync:a"]
    );
}

#[test]
fn a_cancelled_run_says_nothing() {
    assert!(
        told(
            RunKind::Full,
            RunState::Cancelled,
            &[landed("a"), failed("b", GONE)],
            Some("cancelled")
        )
        .is_empty()
    );
}
