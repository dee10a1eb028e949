//! The server's background tasks. Each runs until shutdown.

use crate::auth::{Authority, SecurityLog};
use crate::clock::Clock;
use crate::db::{ChangeListener, Database, DbError};
use crate::email::{Outbox, SmtpSender};
use crate::features::alert_rules::AlertRuleEvaluator;
use crate::features::crop_yield::yield_refresh::YieldRefresher;
use crate::features::data_sync::{DataSync, HeartbeatMonitor};
use crate::features::figure_precomputation::FigurePrecomputer;
use crate::features::imports::UploadCleanup;
use crate::features::notifications::NotificationEmailSender;
use crate::features::organizations::PurgeWorker;
use crate::features::purchasing::OrderEmailSender;
use crate::features::report_schedules::ReportSender;
use crate::features::webhooks::{WebhookSender, WebhookWorker};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often a server looks for due schedules. A run starts at most this late.
pub const SCHEDULER_INTERVAL: Duration = Duration::from_secs(15);
/// How long a server waits before it listens for changes again.
const MIN_LISTEN_PAUSE: Duration = Duration::from_millis(200);
const MAX_LISTEN_PAUSE: Duration = Duration::from_secs(30);
/// How often a server looks for account emails. Users wait for them in front of a page.
const EMAIL_INTERVAL: Duration = Duration::from_secs(3);
/// How often a server looks for notification emails.
const NOTIFICATION_INTERVAL: Duration = Duration::from_secs(5);
/// How often a server looks for due alert rules.
const ALERT_RULE_INTERVAL: Duration = Duration::from_secs(15);
/// How often a server looks for organizations whose figures have changed.
const PRECOMPUTATION_INTERVAL: Duration = Duration::from_secs(2);
/// How often a server looks for due reports.
const REPORT_INTERVAL: Duration = Duration::from_secs(15);
/// How often a server looks for orders to send. Users wait for them in front of a page.
const ORDER_INTERVAL: Duration = Duration::from_secs(3);
/// How often a server looks for due webhook deliveries.
const WEBHOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How often old webhook deliveries are deleted.
const WEBHOOK_CLEANUP_INTERVAL: Duration = Duration::from_mins(10);
/// How often a server looks for deleted organizations.
const TENANT_PURGE_INTERVAL: Duration = Duration::from_secs(2);
/// How often expired idempotent requests are deleted. They take space but do no harm.
const IDEMPOTENCY_INTERVAL: Duration = Duration::from_mins(10);
/// How often the files of expired uploads are removed.
const UPLOAD_CLEANUP_INTERVAL: Duration = Duration::from_mins(10);
/// How often suppressed security events are reported.
const SECURITY_LOG_INTERVAL: Duration = Duration::from_mins(1);
/// How often a server looks for new yield records, at the source and from other servers.
const YIELD_REFRESH_INTERVAL: Duration = Duration::from_mins(5);

/// Waits for `interval`. Returns false if shutdown was requested meanwhile.
///
/// Work runs outside of this wait, so that a started step is always completed.
async fn wait(interval: Duration, stopped: &mut watch::Receiver<bool>) -> bool {
    tokio::select! {
        _ = stopped.changed() => false,
        () = tokio::time::sleep(interval) => true,
    }
}

fn warn_failure(task: &str, error: &(dyn Error + 'static)) {
    tracing::warn!(error, task, "background task failed, will retry");
}

/// Clears cached lookups as soon as another server has changed something. Without notifications,
/// they expire within a second. Runs until the process ends, because a draining server answers.
pub async fn clear_changed_lookups(listener: ChangeListener, authority: Arc<Authority>) {
    let mut pause = MIN_LISTEN_PAUSE;
    loop {
        let lost = match listener.subscribe().await {
            Ok(mut subscription) => {
                tracing::info!("listening for changes by other servers");
                pause = MIN_LISTEN_PAUSE;
                loop {
                    // First, because changes before the subscription were missed.
                    authority.clear_lookups();
                    if let Err(error) = subscription.wait_for_change().await {
                        break error;
                    }
                }
            }
            Err(error) => error,
        };
        authority.clear_lookups();
        warn_failure("listen for changes by other servers", &lost);
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(MAX_LISTEN_PAUSE);
    }
}

/// Starts syncs that are due by the clock of `sync`, checking every `interval`.
pub async fn run_scheduler(sync: DataSync, interval: Duration, mut stopped: watch::Receiver<bool>) {
    while wait(interval, &mut stopped).await {
        if let Err(error) = sync.start_due_runs().await {
            warn_failure("start due syncs", &error);
        }
    }
}

/// Evaluates alert rules that are due.
pub(super) async fn evaluate_alert_rules(
    evaluator: AlertRuleEvaluator,
    mut stopped: watch::Receiver<bool>,
) {
    while wait(ALERT_RULE_INTERVAL, &mut stopped).await {
        if let Err(error) = evaluator.evaluate_due().await {
            warn_failure("evaluate alert rules", &error);
        }
    }
}

/// Precomputes the figures of changed organizations.
pub(super) async fn precompute_figures(
    mut precomputer: FigurePrecomputer,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        let is_stopped = || *stopped.borrow();
        if let Err(error) = precomputer.precompute_changed(is_stopped).await {
            warn_failure("precompute figures", &error);
        }
        if !wait(PRECOMPUTATION_INTERVAL, &mut stopped).await {
            return;
        }
    }
}

/// Takes over syncs whose server has died.
pub(super) async fn run_sync_takeover(sync: DataSync, mut stopped: watch::Receiver<bool>) {
    let mut monitor = HeartbeatMonitor::default();
    loop {
        if let Err(error) = sync
            .take_over_stale_runs(&mut monitor, Instant::now())
            .await
        {
            warn_failure("recover interrupted syncs", &error);
        }
        if !wait(sync.heartbeat().poll_interval(), &mut stopped).await {
            return;
        }
    }
}

/// Removes the data of deleted organizations.
pub(super) async fn run_tenant_purge(
    purge_worker: PurgeWorker,
    mut stopped: watch::Receiver<bool>,
) {
    while wait(TENANT_PURGE_INTERVAL, &mut stopped).await {
        if let Err(error) = purge_worker.purge_pending(|| !*stopped.borrow()).await {
            warn_failure("purge deleted organizations", &error);
        }
    }
}

/// Removes the files of expired uploads.
pub(super) async fn remove_expired_uploads(
    cleanup: UploadCleanup,
    clock: Clock,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        if let Err(error) = cleanup.remove_expired(clock.now()).await {
            warn_failure("remove expired uploads", &error);
        }
        if !wait(UPLOAD_CLEANUP_INTERVAL, &mut stopped).await {
            return;
        }
    }
}

/// Deletes idempotent requests whose responses are no longer replayed.
pub(super) async fn delete_expired_idempotent_requests(
    database: Database,
    clock: Clock,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        if let Err(error) = database
            .platform()
            .delete_expired_idempotent_requests(clock.now())
            .await
        {
            warn_failure("delete expired idempotent requests", &error);
        }
        if !wait(IDEMPOTENCY_INTERVAL, &mut stopped).await {
            return;
        }
    }
}

/// Sends due emails about accounts, if an SMTP server is configured, and purges expired ones.
pub(super) async fn send_emails(
    outbox: Outbox,
    smtp: Option<SmtpSender>,
    mut stopped: watch::Receiver<bool>,
) {
    while wait(EMAIL_INTERVAL, &mut stopped).await {
        if let Err(error) = outbox.purge_expired().await {
            warn_failure("purge expired emails", &error);
        }
        let Some(smtp) = &smtp else { continue };
        send_due("send emails", &stopped, || outbox.send_next(smtp)).await;
    }
}

/// Calls `send_next` until it reports that nothing is due, an error, or shutdown.
async fn send_due<F>(task: &'static str, stopped: &watch::Receiver<bool>, send_next: impl Fn() -> F)
where
    F: Future<Output = Result<bool, DbError>>,
{
    while !*stopped.borrow() {
        match send_next().await {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                warn_failure(task, &error);
                break;
            }
        }
    }
}

/// Sends due notification emails.
pub(super) async fn send_notifications(
    email_sender: NotificationEmailSender,
    mut stopped: watch::Receiver<bool>,
) {
    while wait(NOTIFICATION_INTERVAL, &mut stopped).await {
        send_due("send notification emails", &stopped, || {
            email_sender.send_next()
        })
        .await;
    }
}

/// Queues and sends due reports.
pub(super) async fn send_reports(sender: ReportSender, mut stopped: watch::Receiver<bool>) {
    while wait(REPORT_INTERVAL, &mut stopped).await {
        if let Err(error) = sender.queue_due().await {
            warn_failure("queue reports", &error);
        }
        send_due("send reports", &stopped, || sender.send_next()).await;
    }
}

/// Sends due orders to suppliers.
pub(super) async fn send_orders(sender: OrderEmailSender, mut stopped: watch::Receiver<bool>) {
    while wait(ORDER_INTERVAL, &mut stopped).await {
        send_due("send orders", &stopped, || sender.send_next()).await;
    }
}

/// Sends due webhook deliveries. Attempts that have started are completed before shutdown.
pub(super) async fn send_webhooks(sender: WebhookSender, mut stopped: watch::Receiver<bool>) {
    let mut worker = WebhookWorker::new(sender);
    loop {
        if let Err(error) = worker.start_due().await {
            warn_failure("send webhooks", &error);
        }
        tokio::select! {
            _ = stopped.changed() => break,
            Some(ended) = worker.join_next() => if let Err(error) = ended {
                warn_failure("send webhooks", &error);
            },
            () = tokio::time::sleep(WEBHOOK_INTERVAL) => {}
        }
    }
    while let Some(result) = worker.join_next().await {
        if let Err(error) = result {
            warn_failure("send webhooks", &error);
        }
    }
}

/// Deletes the webhook deliveries of the past.
pub(super) async fn delete_old_webhook_deliveries(
    sender: WebhookSender,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        if let Err(error) = sender.delete_old_deliveries().await {
            warn_failure("delete old webhook deliveries", &error);
        }
        if !wait(WEBHOOK_CLEANUP_INTERVAL, &mut stopped).await {
            return;
        }
    }
}

/// Reports suppressed security events of a past minute even if no further event occurs.
pub(super) async fn report_suppressed_events(log: SecurityLog, mut stopped: watch::Receiver<bool>) {
    while wait(SECURITY_LOG_INTERVAL, &mut stopped).await {
        log.log_suppressed();
    }
}

/// Refreshes the public yield records.
pub(super) async fn run_yield_refresh(
    mut refresher: YieldRefresher,
    mut stopped: watch::Receiver<bool>,
) {
    loop {
        tokio::select! {
            _ = stopped.changed() => return,
            result = refresher.refresh_if_stale() => if let Err(error) = result {
                warn_failure("refresh yield records", &error);
            },
        }
        if !wait(YIELD_REFRESH_INTERVAL, &mut stopped).await {
            return;
        }
    }
}
