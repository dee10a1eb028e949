/** Links to forms of the notifications page. */
import { paths } from './paths';

/** The form of a new scheduled report with these values. */
export function newReportSchedulePath(draft: object): string {
  return `${paths.notifications}?schedule=${encodeURIComponent(JSON.stringify(draft))}`;
}

/** The form of a new alert rule on a metric query. */
export function newAlertRulePath(query: object): string {
  return `${paths.notifications}?rule=${encodeURIComponent(JSON.stringify(query))}`;
}
