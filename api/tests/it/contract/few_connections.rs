//! No request holds a connection to the database while it waits for another: as many such requests as
//! there are connections would block each other, and all others, until they fail.

use super::list_operations;
use crate::TestApp;
use futures_util::future::join_all;
use poem::http::Method;

/// Operations that only read, although they are sent with POST.
const READING_POSTS: [&str; 6] = [
    "queryMetrics",
    "listMetricRows",
    "explainMetricChange",
    "askAssistant",
    "previewReport",
    "previewAlertRule",
];

#[tokio::test]
async fn every_reading_operation_answers_several_at_once() {
    let app = TestApp::start_with_connections(1).await;
    let owner = app.create_organization("Prairie").await;
    let id = "0198c5a0-7d3e-7a44-9f10-3f2b6c1d8e02";
    let mut answered = 0;
    for operation in list_operations() {
        let reads =
            operation.method == Method::GET || READING_POSTS.contains(&operation.id.as_str());
        // Events do not end.
        if !reads || operation.security.is_none() || operation.template.ends_with("/events") {
            continue;
        }
        let path = operation.path_for(id);
        let requests =
            (0..6).map(|_| owner.send(operation.method.clone(), &path, operation.example_body()));
        for answer in join_all(requests).await {
            assert!(
                !answer.status.is_server_error(),
                "{} answers {}: {}",
                operation.id,
                answer.status,
                answer.text
            );
        }
        answered += 1;
    }
    assert!(answered > 60, "{answered} operations");
}
