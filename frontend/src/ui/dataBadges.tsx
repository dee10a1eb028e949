/** The remarks that say what kind of figures these are: how fresh, sample data, or not refreshed. */
import { formatTimeOfDay } from '@/lib/format';
import { t } from '@/messages/en/ui_data';
import { Badge } from './Badge';

/** Says that the figures come from generated rows. */
export function SampleBadge() {
  return <Badge tone="info">{t('sampleData')}</Badge>;
}

/** Says which day the figures stand for, as text. */
export function AsOfBadge({ asOf }: { asOf: string }) {
  return <Badge>{t('dataAsOf', { asOf })}</Badge>;
}

interface SyncedBadgeProps {
  /** When the rows last arrived, as text. */
  synced: string;
  /** What should have arrived since, as text. */
  overdue: string | undefined;
}

/** Says when rows last arrived, and what has not. */
export function SyncedBadge({ synced, overdue }: SyncedBadgeProps) {
  if (overdue === undefined) return <Badge>{t('synced', { synced })}</Badge>;
  return <Badge tone="warning">{t('synced2', { synced, overdue })}</Badge>;
}

/** Says that newer figures could not be had: `since` is when these arrived, in milliseconds since 1970. */
export function StaleBadge({ since }: { since: number }) {
  return <Badge tone="warning">{t('notRefreshedSince', { since: formatTimeOfDay(since) })}</Badge>;
}
