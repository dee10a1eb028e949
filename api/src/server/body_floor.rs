//! Ends request bodies that arrive too slowly, so that nobody holds a request open with a byte now
//! and then.

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use poem::{Body, Request};
use std::io;
use std::time::Duration;
use tokio::time::Instant;

/// How fast bodies must arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyFloor {
    /// Bytes per second, on average.
    pub bytes_per_second: u32,
    /// How much longer a body may take, for round trips and pauses.
    pub grace: Duration,
}

impl Default for BodyFloor {
    fn default() -> Self {
        Self {
            bytes_per_second: 1_024,
            grace: Duration::from_secs(10),
        }
    }
}

/// The request, whose body fails if it arrives too slowly.
pub(super) fn require_body_rate(mut request: Request, floor: BodyFloor) -> Request {
    let body = request.take_body();
    if body.is_empty() {
        return request;
    }
    request.set_body(Body::from_bytes_stream(limit_stream(
        body.into_bytes_stream(),
        floor,
    )));
    request
}

fn limit_stream(
    chunks: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
    floor: BodyFloor,
) -> impl Stream<Item = io::Result<Bytes>> + Send + 'static {
    let state = (Box::pin(chunks), Instant::now() + floor.grace, false);
    stream::unfold(
        state,
        move |(mut chunks, mut deadline, has_failed)| async move {
            if has_failed {
                return None;
            }
            match tokio::time::timeout_at(deadline, chunks.next()).await {
                Ok(None) => None,
                Ok(Some(chunk)) => {
                    if let Ok(bytes) = &chunk {
                        let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
                        let seconds = f64::from(length) / f64::from(floor.bytes_per_second.max(1));
                        deadline += Duration::from_secs_f64(seconds);
                    }
                    Some((chunk, (chunks, deadline, false)))
                }
                Err(_) => {
                    let error = io::Error::new(
                        io::ErrorKind::TimedOut,
                        "the request body arrived too slowly",
                    );
                    Some((Err(error), (chunks, deadline, true)))
                }
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLOOR: BodyFloor = BodyFloor {
        bytes_per_second: 1_000,
        grace: Duration::from_millis(300),
    };

    /// The number of bytes of a body of such chunks, each after such a pause in milliseconds.
    async fn read_slowly(chunk: usize, pause: u64, chunks: u64) -> io::Result<usize> {
        let slow = stream::unfold(0, move |sent| async move {
            if sent == chunks {
                return None;
            }
            tokio::time::sleep(Duration::from_millis(pause)).await;
            Some((Ok(Bytes::from(vec![0; chunk])), sent + 1))
        });
        let mut limited = Box::pin(limit_stream(slow, FLOOR));
        let mut bytes = 0;
        while let Some(chunk) = limited.next().await {
            bytes += chunk?.len();
        }
        Ok(bytes)
    }

    #[tokio::test]
    async fn slow_bodies_fail() {
        let error = read_slowly(1, 50, 60).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        let error = read_slowly(100, 2_000, 1).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn bodies_at_the_floor_arrive() {
        // Each chunk allows ten times the pause before it.
        assert_eq!(read_slowly(200, 20, 40).await.unwrap(), 8_000);
        assert_eq!(read_slowly(1, 10, 5).await.unwrap(), 5);
    }
}
