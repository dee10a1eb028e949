use super::*;
use test_server::{ok_response, spawn_canned_server, spawn_server};

fn parse(text: &str) -> Result<FileUrl, SourceError> {
    FileUrl::parse("supplier_data", text, NetworkPolicy::PUBLIC_ONLY)
}

fn export_of(text: &str) -> String {
    parse(text).unwrap().as_str().to_owned()
}

fn local_url(address: std::net::SocketAddr) -> FileUrl {
    let text = format!("http://{address}/exports/suppliers.csv");
    FileUrl::parse("supplier_data", &text, NetworkPolicy::WITH_PRIVATE).unwrap()
}

fn downloader(max_bytes: u64) -> FileDownloader {
    FileDownloader::new(NetworkPolicy::WITH_PRIVATE, None, max_bytes).unwrap()
}

async fn download_from(
    address: std::net::SocketAddr,
    known: Option<&FileState>,
) -> (Result<DownloadedFile, SourceError>, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let result = downloader(1024)
        .download(&local_url(address), known, &path)
        .await;
    (result, std::fs::read_to_string(&path).ok())
}

#[test]
fn the_link_of_a_google_sheet_becomes_its_export() {
    let export = "https://docs.google.com/spreadsheets/d/1AbC-x_9/export?format=csv";
    for (link, expected) in [
        (
            "https://docs.google.com/spreadsheets/d/1AbC-x_9/edit#gid=42",
            format!("{export}&gid=42"),
        ),
        (
            " https://docs.google.com/spreadsheets/d/1AbC-x_9/edit?gid=7&usp=sharing#gid=7 ",
            format!("{export}&gid=7"),
        ),
        (
            "https://docs.google.com/spreadsheets/d/1AbC-x_9/edit?usp=sharing",
            export.to_owned(),
        ),
        (
            "https://docs.google.com/spreadsheets/u/0/d/1AbC-x_9/edit#gid=0",
            format!("{export}&gid=0"),
        ),
        (
            "https://docs.google.com/spreadsheets/d/1AbC-x_9",
            export.to_owned(),
        ),
        (
            "https://docs.google.com/spreadsheets/d/1AbC-x_9/edit#gid=1x",
            export.to_owned(),
        ),
    ] {
        assert_eq!(export_of(link), expected, "{link}");
    }
    for kept in [
        "https://docs.google.com/spreadsheets/d/1AbC/export?format=xlsx",
        "https://docs.google.com/spreadsheets/d/e/2PACX-1v/pub?output=csv",
        "https://files.example/a%20b.csv?key=1",
    ] {
        assert_eq!(export_of(kept), kept);
    }
    assert_eq!(
        export_of("https://files.example/a.csv#top"),
        "https://files.example/a.csv"
    );
}

#[test]
fn other_addresses_are_refused_with_what_to_do() {
    for (text, words) in [
        ("", "invalid URL"),
        ("suppliers.csv", "invalid URL"),
        ("file:///etc/passwd", "invalid URL"),
        ("http://files.example/a.csv", "without https://"),
        ("https://127.0.0.1/a.csv", "private network"),
        (
            "https://u:hunter2@files.example/a.csv",
            "in their own fields",
        ),
        (
            "https://docs.google.com/document/d/1AbC/edit",
            "not the link of a Google Sheet",
        ),
        (
            "https://docs.google.com/spreadsheets/d/e/2PACX/pub",
            "publish the Google Sheet as CSV",
        ),
    ] {
        let message = parse(text).unwrap_err().to_string();
        assert!(
            message.starts_with("supplier_data: ") && message.contains(words),
            "{message}"
        );
        assert!(!message.contains("hunter2"), "{message}");
    }
}

#[test]
fn names_are_safe_on_disk() {
    for (address, name) in [
        (
            "https://files.example/exports/Lieferanten%20M%C3%A4rz.xlsx?v=1",
            "Lieferanten März.xlsx",
        ),
        ("https://files.example/", "file"),
        ("https://files.example/%2e%2e%2fetc%2fpasswd", "_etc_passwd"),
        ("https://files.example/..%5Ca.csv", "_a.csv"),
        (
            "https://docs.google.com/spreadsheets/d/1AbC/edit",
            "google-sheet.csv",
        ),
    ] {
        assert_eq!(parse(address).unwrap().file_name(), name, "{address}");
    }
    let long = format!("https://files.example/{}.csv", "a".repeat(300));
    let name = parse(&long).unwrap().file_name();
    assert_eq!(name.len(), MAX_NAME_CHARS);
    assert_eq!(name.rsplit('.').next(), Some("csv"), "{name}");
}

#[tokio::test]
async fn an_unchanged_file_is_recognized_by_tag_time_and_content() {
    let address = spawn_server(|mut stream, head| async move {
        let is_known = head.contains("if-none-match: \"v1\"\r\n")
            || head.contains("if-modified-since: Tue, 02 Jun 2026 08:00:00 GMT\r\n");
        let response: &[u8] = if is_known {
            b"HTTP/1.1 304 Not Modified\r\n\r\n"
        } else {
            b"HTTP/1.1 200 OK\r\netag: \"v1\"\r\nlast-modified: Tue, 02 Jun 2026 08:00:00 GMT\r\n\
              content-length: 4\r\n\r\na,b\n"
        };
        stream.write_all(response).await
    })
    .await;
    let (first, text) = download_from(address, None).await;
    let DownloadedFile::Changed(state) = first.unwrap() else {
        panic!("nothing was known");
    };
    assert_eq!(text.as_deref(), Some("a,b\n"));
    assert_eq!((state.bytes, &*state.name), (4, "suppliers.csv"));
    assert_eq!(state.modified_at.to_rfc3339(), "2026-06-02T08:00:00+00:00");
    assert!(state.hash.ends_with(" \"v1\""), "{}", state.hash);
    let (by_tag, text) = download_from(address, Some(&state)).await;
    assert_eq!(
        (by_tag, text),
        (Ok(DownloadedFile::Unchanged), None),
        "nothing is downloaded"
    );
    let without_tag = FileState {
        hash: split_hash(&state.hash).0.to_owned(),
        ..state.clone()
    };
    let (by_time, text) = download_from(address, Some(&without_tag)).await;
    assert_eq!((by_time, text), (Ok(DownloadedFile::Unchanged), None));
    // A server without either is asked for the content.
    let plain = spawn_canned_server(ok_response("a,b\n")).await;
    let (by_content, _) = download_from(plain, Some(&without_tag)).await;
    assert_eq!(by_content, Ok(DownloadedFile::Unchanged));
    let other = spawn_canned_server(ok_response("a,c\n")).await;
    let (changed, _) = download_from(other, Some(&state)).await;
    assert!(
        matches!(changed, Ok(DownloadedFile::Changed(_))),
        "{changed:?}"
    );
}

#[tokio::test]
async fn hostile_answers_are_errors_that_say_what_to_do() {
    let html = "\u{feff}\n <!DOCTYPE html><html><title>Sign in</title>";
    let typed = "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\nconnection: close\r\n\r\n<div>Sign in</div>";
    let bad = |status: &str| format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n").into_bytes();
    for (response, words) in [
        (ok_response(html), "sent a web page instead of a file"),
        (typed.into(), "sent a web page instead of a file"),
        (ok_response(""), "sent an empty file"),
        (ok_response("x".repeat(1025)), "sent more than 1 KiB."),
        (
            format!(
                "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}",
                "x".repeat(5000)
            )
            .into(),
            "sent more than 1 KiB.",
        ),
        (
            b"HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\nshort".to_vec(),
            "sent an incomplete response. Try again.",
        ),
        (
            bad("401 Unauthorized"),
            "refuses access (status 401). Check the user",
        ),
        (bad("404 Not Found"), "has no such file (status 404)"),
        (bad("503 Busy"), "responded with status 503. Try again."),
    ] {
        let address = spawn_canned_server(response).await;
        let (result, _) = download_from(address, None).await;
        let message = result.unwrap_err().to_string();
        assert!(
            message.starts_with("suppliers.csv: the server 127.0.0.1 ") && message.contains(words),
            "{message}"
        );
    }
    let page = spawn_canned_server(ok_response(html)).await;
    let probed = downloader(1024).probe(&local_url(page)).await;
    assert!(probed.unwrap_err().to_string().contains("sent a web page"));
    let file = spawn_canned_server(ok_response("a,b\n")).await;
    assert_eq!(downloader(1024).probe(&local_url(file)).await, Ok(()));
}

#[test]
fn a_sheet_that_is_not_shared_says_how_to_share_it() {
    let sheet = parse("https://docs.google.com/spreadsheets/d/1AbC/edit").unwrap();
    for status in [401, 403, 404] {
        let message = describe_error(&sheet, &OutboundError::Status(status)).to_string();
        assert!(message.contains("Anyone with the link"), "{message}");
    }
    assert!(is_web_page(b"<html lang=en>", None) && is_web_page(b"<div>", Some("text/html")));
    assert!(!is_web_page(b"a,b\n<html>,1\n", Some("text/csv")));
    assert!(
        !is_web_page(b"a,b\n", Some("text/html")),
        "some servers name any file so"
    );
}
