use super::*;
use sea_orm::prelude::Uuid;

const FOLDER_UNREADABLE: &str = "The folder /srv/x cannot be read.";

fn build_table(name: &str, state: TableState, message: Option<&str>, rejected: i64) -> Model {
    Model {
        tenant_id: Uuid::nil(),
        run_id: Uuid::nil(),
        source_table: name.to_owned(),
        position: 0,
        state: state.into_str().to_owned(),
        rows_read: 100,
        inserted: 0,
        updated: 0,
        unchanged: 0,
        deleted: 0,
        rejected,
        withheld: 0,
        message: message.map(str::to_owned),
        message_code: None,
        notes: None,
        read_ms: 0,
        merge_ms: 0,
        started_at: None,
        rows_expected: None,
        bytes_billed: None,
        bytes_read: None,
        bytes_total: None,
    }
}

fn landed_table(name: &str) -> Model {
    build_table(name, TableState::Succeeded, None, 0)
}

fn failed_table(name: &str, why: &str) -> Model {
    build_table(name, TableState::Failed, Some(why), 0)
}

/// `+topic` for a healthy topic, `-topic: message` for a failing one.
fn observed_titles(
    kind: RunKind,
    end: RunState,
    tables: &[Model],
    error: Option<&str>,
) -> Vec<String> {
    let said = |observation: Observation| match observation.status {
        ObservedStatus::Healthy => format!("+{}", observation.topic),
        ObservedStatus::Failing(FailureReason::RowsRejected { rejected, rows }) => {
            format!("-{}: {rejected} of {rows}", observation.topic)
        }
        ObservedStatus::Failing(FailureReason::Message { text, .. }) => {
            format!("-{}: {text}", observation.topic)
        }
        ObservedStatus::Failing(other) => panic!("{other:?}"),
    };
    let error = error.map(|text| Reason { text, code: None });
    observe_run(kind, end, tables, error)
        .into_iter()
        .map(said)
        .collect()
}

#[test]
fn each_table_is_told_by_itself() {
    let tables = [landed_table("a"), failed_table("b", "no column x")];
    let told = observed_titles(
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
    let tables = [
        failed_table("a", FOLDER_UNREADABLE),
        failed_table("b", FOLDER_UNREADABLE),
    ];
    assert_eq!(
        observed_titles(
            RunKind::Full,
            RunState::Failed,
            &tables,
            Some(FOLDER_UNREADABLE)
        ),
        [format!("-sync:run: {FOLDER_UNREADABLE}")]
    );
    assert_eq!(
        observed_titles(
            RunKind::Table,
            RunState::Failed,
            &tables[..1],
            Some(FOLDER_UNREADABLE)
        ),
        [format!("-sync:run: {FOLDER_UNREADABLE}")]
    );
}

#[test]
fn one_reason_for_all_is_told_once() {
    let tables = [
        failed_table("a", FOLDER_UNREADABLE),
        failed_table("b", FOLDER_UNREADABLE),
    ];
    let error = format!("a: {FOLDER_UNREADABLE} b: {FOLDER_UNREADABLE}");
    assert_eq!(
        observed_titles(RunKind::Full, RunState::Failed, &tables, Some(&error)),
        [format!("-sync:run: {FOLDER_UNREADABLE}")]
    );
    // A reason of a single table concerns that table only, not the source.
    assert_eq!(
        observed_titles(
            RunKind::Table,
            RunState::Failed,
            &tables[..1],
            Some(&format!("a: {FOLDER_UNREADABLE}"))
        ),
        [format!("-sync:a: {FOLDER_UNREADABLE}")]
    );
}

#[test]
fn a_run_that_was_broken_off_keeps_what_had_landed() {
    let words = "The run was interrupted.";
    let tables = [landed_table("a"), failed_table("b", words)];
    assert_eq!(
        observed_titles(RunKind::Full, RunState::Failed, &tables, Some(words)),
        [
            format!("-sync:run: {words}"),
            "+sync:a".into(),
            "+rejects:a".into()
        ]
    );
}

#[test]
fn a_source_without_any_table_is_not_well() {
    let tables = [build_table(
        "a",
        TableState::Skipped,
        Some("The source does not have this table."),
        0,
    )];
    assert_eq!(
        observed_titles(
            RunKind::Full,
            RunState::Failed,
            &tables,
            Some("The source has none.")
        ),
        ["-sync:run: The source has none."]
    );
    assert!(
        observed_titles(RunKind::Table, RunState::Succeeded, &tables, None).is_empty(),
        "nothing was read: nothing is known to be well"
    );
}

#[test]
fn rejected_rows_are_gone_only_after_a_complete_read() {
    let rejects = build_table("a", TableState::SucceededWithRejects, None, 7);
    let words = "-rejects:a: 7 of 100";
    assert_eq!(
        observed_titles(
            RunKind::Incremental,
            RunState::SucceededWithRejects,
            &[rejects],
            None
        ),
        ["+sync:run", "+sync:a", words]
    );
    for partial in [RunKind::Incremental, RunKind::Retry] {
        assert_eq!(
            observed_titles(partial, RunState::Succeeded, &[landed_table("a")], None),
            ["+sync:run", "+sync:a"]
        );
    }
    let unchanged = Model {
        message_code: Some(SyncMessageCode::TableUnchanged.into_str().to_owned()),
        ..build_table("a", TableState::Skipped, None, 0)
    };
    assert_eq!(
        observed_titles(
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
        observed_titles(
            RunKind::Full,
            RunState::Cancelled,
            &[landed_table("a"), failed_table("b", FOLDER_UNREADABLE)],
            Some("cancelled")
        )
        .is_empty()
    );
}
