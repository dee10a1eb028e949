//! What poem can do at most: `cargo run --release -p test-server --example bare_poem -- FILE ADDRESS`
//! answers every question with the bytes of a file as JSON. The benchmark of kept answers runs
//! beside it.

#![expect(
    clippy::unwrap_used,
    reason = "a tool for developers that ends where it cannot go on"
)]

use bytes::Bytes;
use poem::endpoint::make_sync;
use poem::listener::TcpListener;
use poem::{Response, Route, Server};

#[tokio::main]
async fn main() {
    let mut given = std::env::args().skip(1);
    let body = Bytes::from(std::fs::read(given.next().unwrap()).unwrap());
    let answer = make_sync(move |_| {
        Response::builder()
            .content_type("application/json; charset=utf-8")
            .body(body.clone())
    });
    Server::new(TcpListener::bind(given.next().unwrap()))
        .run(Route::new().at("/*path", answer))
        .await
        .unwrap();
}
