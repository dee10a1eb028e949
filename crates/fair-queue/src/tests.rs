use super::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::task::{JoinHandle, yield_now};

fn queue(
    running: usize,
    running_per_key: usize,
    waiting_per_key: usize,
) -> FairQueue<&'static str> {
    FairQueue::new(QueueLimits {
        running,
        running_per_key,
        waiting_per_key,
    })
}

type Order = Arc<Mutex<Vec<String>>>;

/// Starts a request that notes its name when it runs, and ends at once.
async fn start(
    queue: &FairQueue<&'static str>,
    order: &Order,
    key: &'static str,
    name: String,
) -> JoinHandle<()> {
    let (queue, order) = (queue.clone(), Arc::clone(order));
    let task = tokio::spawn(async move {
        let permit = queue.acquire(key).await.unwrap();
        order.lock().unwrap().push(name);
        drop(permit);
    });
    // The task runs until it waits.
    yield_now().await;
    task
}

#[tokio::test]
async fn keys_take_turns() {
    let (queue, order) = (queue(1, 1, 100), Order::default());
    let held = queue.acquire("a").await.unwrap();
    let mut tasks = Vec::new();
    for at in 0..4 {
        tasks.push(start(&queue, &order, "a", format!("a{at}")).await);
    }
    for key in ["b", "c"] {
        for at in 0..2 {
            tasks.push(start(&queue, &order, key, format!("{key}{at}")).await);
        }
    }
    assert_eq!(
        queue.load(),
        QueueLoad {
            running: 1,
            waiting: 8
        }
    );
    drop(held);
    for task in tasks {
        task.await.unwrap();
    }
    let order = order.lock().unwrap().join(" ");
    assert_eq!(order, "a0 b0 c0 a1 b1 c1 a2 a3");
    assert_eq!(queue.load(), QueueLoad::default());
}

#[tokio::test]
async fn a_key_at_its_limit_leaves_room_for_others() {
    let queue = queue(3, 2, 100);
    let first = queue.acquire("a").await.unwrap();
    let _second = queue.acquire("a").await.unwrap();
    let mut third = Box::pin(queue.acquire("a"));
    assert!(poll_once(&mut third).await.is_none());
    let _other = queue.acquire("b").await.unwrap();
    // All three places are taken. The third request of "a" runs when one of "a" has ended.
    drop(first);
    assert!(third.await.is_ok());
}

#[tokio::test]
async fn a_full_queue_refuses_and_recovers() {
    let queue = queue(1, 1, 2);
    let held = queue.acquire("a").await.unwrap();
    let mut waiting: Vec<_> = (0..2).map(|_| Box::pin(queue.acquire("a"))).collect();
    for wait in &mut waiting {
        assert!(poll_once(wait).await.is_none());
    }
    assert_eq!(queue.acquire("a").await.err(), Some(QueueFull));
    let mut other = Box::pin(queue.acquire("b"));
    assert!(poll_once(&mut other).await.is_none(), "another key waits");
    // A request that leaves makes room for another.
    waiting.pop();
    let mut next = Box::pin(queue.acquire("a"));
    assert!(poll_once(&mut next).await.is_none());
    drop(held);
    drop(waiting.pop().unwrap().await.unwrap());
    drop(other.await.unwrap());
    drop(next.await.unwrap());
    assert_eq!(queue.load(), QueueLoad::default());
}

#[tokio::test]
async fn a_request_that_leaves_with_its_permit_frees_the_place() {
    let queue = queue(1, 1, 10);
    let held = queue.acquire("a").await.unwrap();
    let mut leaving = Box::pin(queue.acquire("a"));
    let mut staying = Box::pin(queue.acquire("b"));
    assert!(poll_once(&mut leaving).await.is_none());
    assert!(poll_once(&mut staying).await.is_none());
    // The permit is granted to the first request, which never receives it.
    drop(held);
    drop(leaving);
    assert!(staying.await.is_ok());
    assert_eq!(queue.load(), QueueLoad::default());
}

/// Counts down, however its owner ends.
struct DecrementOnDrop(Arc<AtomicUsize>);

impl Drop for DecrementOnDrop {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn limits_hold_under_contention_and_everything_ends() {
    let (queue, running, most) = (
        queue(3, 2, 1_000),
        Arc::new(AtomicUsize::new(0)),
        Arc::new(AtomicUsize::new(0)),
    );
    let tasks: Vec<_> = (0..600)
        .map(|at| {
            let (queue, running, most) = (queue.clone(), Arc::clone(&running), Arc::clone(&most));
            tokio::spawn(async move {
                let key = ["a", "a", "a", "b", "c"][at % 5];
                // Dropped after the counter below, also when the task is aborted.
                let _permit = queue.acquire(key).await.unwrap();
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                let _running = DecrementOnDrop(running);
                yield_now().await;
            })
        })
        .collect();
    for (at, task) in tasks.into_iter().enumerate() {
        // Every seventh leaves early.
        if at % 7 == 0 {
            task.abort();
        }
        let _ = task.await;
    }
    assert!(most.load(Ordering::SeqCst) <= 3);
    assert_eq!(queue.load(), QueueLoad::default());
}

/// Polls once. `None` if the future waits.
async fn poll_once<F: Future + Unpin>(future: &mut F) -> Option<F::Output> {
    std::future::poll_fn(|context| {
        std::task::Poll::Ready(match std::pin::Pin::new(&mut *future).poll(context) {
            std::task::Poll::Ready(output) => Some(output),
            std::task::Poll::Pending => None,
        })
    })
    .await
}
