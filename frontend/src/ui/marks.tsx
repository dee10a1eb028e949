/** The remarks that say what kind of figures these are: how fresh, sample data, or not refreshed. */
import { clock } from '@/lib/format';
import { Mark } from './Mark';

/** Says that the figures come from generated rows. */
export function SampleMark() {
  return <Mark tone="info">Sample data</Mark>;
}

/** Says which day the figures stand for, in words. */
export function AsOfMark({ asOf }: { asOf: string }) {
  return <Mark>{`Data as of ${asOf}`}</Mark>;
}

interface SyncedMarkProps {
  /** When the rows last arrived, in words. */
  synced: string;
  /** What should have arrived since, in words. */
  overdue: string | undefined;
}

/** Says when rows last arrived, and what has not. */
export function SyncedMark({ synced, overdue }: SyncedMarkProps) {
  if (overdue === undefined) return <Mark>{`Synced ${synced}`}</Mark>;
  return <Mark tone="warning">{`Synced ${synced}, ${overdue}`}</Mark>;
}

/** Says that newer figures could not be had: `since` is when these arrived, in milliseconds since 1970. */
export function StaleMark({ since }: { since: number }) {
  return <Mark tone="warning">{`Not refreshed since ${clock(since)}`}</Mark>;
}
