/** Badges for the kind of figures: freshness, sample data, or refresh failed. */
import Box from '@mui/material/Box';
import { formatTimeOfDay } from '@/lib/format';
import { t } from '@/messages/en/ui_data';
import { Badge } from './Badge';

/** Class of the banner that says that all figures of the page are samples. */
export const DEMO_BANNER = 'demo-banner';

/**
 * Marks figures computed from sample data. Below the banner of the demo, only screen readers and prints need
 * it.
 */
export function SampleBadge() {
  return (
    <Box
      component="span"
      sx={{
        '@media screen': {
          [`.${DEMO_BANNER} ~ * &`]: {
            position: 'absolute',
            width: '1px',
            height: '1px',
            overflow: 'hidden',
            clipPath: 'inset(50%)',
          },
        },
      }}
    >
      <Badge tone="info">{t('sampleData')}</Badge>
    </Box>
  );
}

/** Shows the date of the figures, as text. */
export function AsOfBadge({ asOf }: { asOf: string }) {
  return <Badge>{t('dataAsOf', { asOf })}</Badge>;
}

/** Warns of the day of the newest row. */
export function DataThroughBadge({ day }: { day: string }) {
  return <Badge tone="warning">{t('dataThroughStale', { day })}</Badge>;
}

interface SyncedBadgeProps {
  /** When the rows last arrived, as text. */
  synced: string;
  /** What is overdue since then, as text. */
  overdue: string | undefined;
}

/** Shows when rows last arrived, and what is overdue. */
export function SyncedBadge({ synced, overdue }: SyncedBadgeProps) {
  if (overdue === undefined) return <Badge>{t('synced', { synced })}</Badge>;
  return <Badge tone="warning">{t('syncedOverdue', { synced, overdue })}</Badge>;
}

/** Says that newer figures could not be loaded. `since` is when these arrived, in milliseconds since 1970. */
export function StaleBadge({ since }: { since: number }) {
  return <Badge tone="warning">{t('notRefreshedSince', { since: formatTimeOfDay(since) })}</Badge>;
}
