/** The remarks that say what kind of figures these are: how fresh, sample data, or not refreshed. */
import { clock } from '@/lib/format';
import { Mark } from './Mark';

/** Says that the figures come from generated rows. */
export function SampleMark() {
  return <Mark tone="info">Sample data</Mark>;
}

interface AsOfMarkProps {
  /** The day the figures stand for, in words. */
  asOf: string;
  /** When the rows last arrived, in words. */
  synced?: string | undefined;
}

/** Says how fresh the figures are. */
export function AsOfMark({ asOf, synced }: AsOfMarkProps) {
  return <Mark>{synced === undefined ? `Data as of ${asOf}` : `Data as of ${asOf}, synced ${synced}`}</Mark>;
}

/** Says that newer figures could not be had: `since` is when these arrived, in milliseconds since 1970. */
export function StaleMark({ since }: { since: number }) {
  return <Mark tone="warning">{`Not refreshed since ${clock(since)}`}</Mark>;
}
