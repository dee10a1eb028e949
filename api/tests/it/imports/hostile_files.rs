//! Files and requests that are refused: too large, damaged, encrypted, or not as announced.

use super::{PART_BYTES, STOCK, UploadFixture};
use crate::TestApp;
use poem::http::Method;
use serde_json::{Value, json};
use std::io::Write;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in entries {
        writer
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[tokio::test]
async fn files_that_cannot_be_read_say_why_and_load_nothing() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let bomb = vec![b','; 80 * 1024 * 1024];
    let bomb = zip_of(&[("bomb.csv", &bomb)]);
    let entity = br#"<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>
        <worksheet>&e;</worksheet>"#;
    let workbook = br#"<?xml version="1.0"?><workbook
        xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
        <sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>"#;
    let relations = br#"<?xml version="1.0"?><Relationships
        xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1"
        Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet"
        Target="worksheets/sheet1.xml"/></Relationships>"#;
    let expansion = zip_of(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("xl/workbook.xml", workbook),
        ("xl/_rels/workbook.xml.rels", relations),
        ("xl/worksheets/sheet1.xml", entity),
    ]);
    let cases: [(&str, &[u8], &str); 6] = [
        ("empty.csv", b"", "empty"),
        ("bomb.zip", &bomb, "too_large"),
        ("entity.xlsx", &expansion, "forbidden_xml"),
        ("cut.xlsx", &zip_of(&[("a.csv", b"x")])[..30], "damaged"),
        (
            "page.xls",
            b"<html><body>Sign in</body></html>",
            "unsupported",
        ),
        ("notes.csv", b"Only some notes\nand more\n", "no_table"),
    ];
    for (name, content, code) in cases {
        let upload = UploadFixture::with_file(&owner, name, content).await;
        let read = upload.inspect().await;
        let refused = &read.data()["files"][0]["refused"];
        assert_eq!(refused["code"], code, "{name}: {}", read.text);
        assert!(
            refused["text"].as_str().unwrap().contains(name),
            "{refused}"
        );
        assert_eq!(
            upload.import().await.expect_failure(422),
            "nothing_to_import"
        );
        owner
            .send(Method::DELETE, &upload.path(""), None)
            .await
            .data();
    }
}

#[tokio::test]
async fn a_file_comes_in_parts_in_any_order_and_resumes() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let upload = UploadFixture::create(&owner).await;
    let mut content = STOCK.as_bytes().to_vec();
    // Long rows: a quarter of a million of short ones take a debug build a minute.
    let row = format!("A4,Potash {:x>200},Dry Fert,ton,Ames,1,400\n", "");
    while content.len() <= PART_BYTES {
        content.extend_from_slice(row.as_bytes());
    }
    let announced = upload.announce("stock.csv", content.len()).await;
    let file = announced.data()["id"].as_str().unwrap().to_owned();
    assert_eq!(announced.data()["parts"], 2);
    let (first, last) = content.split_at(PART_BYTES);
    let received = upload.send_part(&file, 2, last).await;
    assert_eq!(received.data()["receivedParts"], json!([2]));
    assert_eq!(
        upload.inspect().await.expect_failure(409),
        "upload_incomplete"
    );
    for (part, bytes, status, code) in [
        (1, &first[1..], 422, "wrong_part_size"),
        (2, first, 422, "wrong_part_size"),
        (3, last, 404, "not_found"),
        (0, last, 404, "not_found"),
    ] {
        let refused = upload.send_part(&file, part, bytes).await;
        assert_eq!(refused.expect_failure(status), code, "{part}");
    }
    let too_large = vec![0; PART_BYTES + 1];
    assert_eq!(
        upload
            .send_part(&file, 1, &too_large)
            .await
            .expect_failure(413),
        "body_too_large"
    );
    // A refused part may have overwritten good bytes: both are sent again.
    upload.send_part(&file, 2, last).await.data();
    let complete = upload.send_part(&file, 1, first).await;
    assert_eq!(complete.data()["complete"], true);
    assert_eq!(
        upload.inspect().await.data()["files"][0]["table"],
        "inventory_data"
    );
}

#[tokio::test]
async fn names_sizes_and_the_quota_are_limited() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let upload = UploadFixture::create(&owner).await;
    for name in ["../secret.csv", "a/b.csv", ".hidden", "x\u{0}.csv"] {
        let refused = upload.announce(name, 1).await;
        assert_eq!(refused.expect_failure(422), "invalid_values", "{name}");
    }
    let mib = 1024 * 1024;
    assert_eq!(
        upload
            .announce("big.csv", 64 * mib + 1)
            .await
            .expect_failure(413),
        "upload_too_large"
    );
    for number in 0..4 {
        let name = format!("{number}.csv");
        upload.announce(&name, 64 * mib).await.data();
        assert_eq!(
            upload.announce(&name, 0).await.expect_failure(409),
            "upload_file_refused"
        );
    }
    assert_eq!(
        upload.announce("more.csv", 1).await.expect_failure(409),
        "upload_quota_exceeded"
    );
    owner
        .send(Method::DELETE, &upload.path(""), None)
        .await
        .data();
    let next = UploadFixture::create(&owner).await;
    next.announce("more.csv", 1).await.data();
    let member = app.add_member(&owner, "member").await;
    let refused = member.send(Method::POST, "/api/uploads", None).await;
    assert_eq!(refused.expect_failure(403), "forbidden");
}

#[tokio::test]
async fn answers_have_a_form() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let upload = UploadFixture::create(&owner).await;
    let refused: [Value; 2] = [json!(7), json!({"unit": "gal"})];
    for answer in refused {
        let body = json!({"answers": [{"kind": "unit", "value": "Jug", "answer": answer}]});
        let response = owner.put(&upload.path("/answers"), body).await;
        assert_eq!(response.expect_failure(422), "invalid_values");
    }
    assert_eq!(
        upload.inspect().await.expect_failure(409),
        "upload_incomplete"
    );
}
