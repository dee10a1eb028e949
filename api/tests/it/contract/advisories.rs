//! `make audit` takes silence for no good news: it says what it could not look at, and ends with
//! what it found.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const CLEAN_NPM: &str =
    r#"echo '{"auditReportVersion": 2, "metadata": {"vulnerabilities": {"total": 0}}}'"#;
const CLEAN_CARGO: &str = r#"echo '{"vulnerabilities": {"found": false, "list": []}}'"#;

fn write_program(folder: &Path, name: &str, lines: &str) {
    let file = folder.join(name);
    std::fs::write(&file, format!("#!/bin/sh\n{lines}\n")).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// How it ends, and what it says, where npm and cargo say this.
fn run_audit(npm: &str, cargo: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    write_program(folder.path(), "npm", npm);
    write_program(folder.path(), "cargo", cargo);
    let path = format!(
        "{}:{}",
        folder.path().display(),
        std::env::var("PATH").unwrap()
    );
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../.ci/audit");
    let output = Command::new(script).env("PATH", path).output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

#[test]
fn nothing_found_is_said_only_where_both_lists_were_had() {
    let (code, said) = run_audit(CLEAN_NPM, CLEAN_CARGO);
    assert!(
        code == Some(0)
            && said.matches("none is known").count() == 2
            && !said.contains("NOT KNOWN"),
        "{code:?} {said}"
    );
    for (npm, cargo) in [
        (
            r#"echo '{"message": "405 Method Not Allowed", "error": {}}'; exit 1"#,
            CLEAN_CARGO,
        ),
        ("exit 1", CLEAN_CARGO),
        (CLEAN_NPM, "exit 101"),
        (
            CLEAN_NPM,
            r#"[ "$2" = --version ] || { echo 'error: failed to fetch' >&2; exit 1; }"#,
        ),
    ] {
        let (code, said) = run_audit(npm, cargo);
        assert!(
            code == Some(2) && said.matches("NOT KNOWN").count() == 1,
            "{npm} {cargo}: {code:?} {said}"
        );
    }
}

#[test]
fn what_is_found_in_either_list_is_shown_and_fails() {
    let (code, said) = run_audit(
        r#"[ "$3" = --json ] && echo '{"auditReportVersion": 2, "metadata": {"vulnerabilities": {"total": 3}}}' || echo 'three of them'; exit 1"#,
        CLEAN_CARGO,
    );
    assert!(
        code == Some(1) && said.contains("three of them"),
        "{code:?} {said}"
    );
    let cargo = r#"case "$2" in --version) exit 0 ;; --json) echo '{"vulnerabilities": {"found": true}}'; exit 1 ;; *) echo RUSTSEC-1; exit 1 ;; esac"#;
    let (code, said) = run_audit(CLEAN_NPM, cargo);
    assert!(
        code == Some(1) && said.contains("RUSTSEC-1"),
        "{code:?} {said}"
    );
    // What was found is worse news than what could not be looked at.
    let (code, _) = run_audit("exit 1", cargo);
    assert_eq!(code, Some(1));
}
