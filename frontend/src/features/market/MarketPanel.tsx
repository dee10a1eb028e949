/** A panel of the market page: its figures, a placeholder while loading, or an error with a retry button. */
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { t } from '@/messages/en/market';
import { Badge } from '@/ui/Badge';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { EmptyState } from '@/ui/EmptyState';
import { Panel } from '@/ui/Panel';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import type { Overview } from './queries';
import type { Market } from './useMarket';

interface MarketPanelProps {
  market: Market;
  title: string;
  /** What the panel contains, for example `The prices`. */
  holds: string;
  /** Height while loading, in CSS pixels. */
  height: number;
  /** Whether it shows sample data. */
  sample: boolean | undefined;
  children: (shown: Overview) => ReactNode;
}

export function MarketPanel({ market, title, holds, height, sample, children }: MarketPanelProps) {
  const { data, failure, isPrevious, staleSince, retry, retrying } = market;
  return (
    <Panel
      title={title}
      badges={
        <>
          {sample && <SampleBadge />}
          {isPrevious && <Badge tone="warning">{t('updating')}</Badge>}
          {staleSince !== undefined && <StaleBadge since={staleSince} />}
        </>
      }
    >
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (data) return children(data);
    if (!failure) return <LoadingPlaceholder label={t('loading', { holds })} height={height} />;
    return (
      <EmptyState
        action={
          <Button variant="outlined" size="small" onClick={retry} disabled={retrying}>
            {t('retry')}
          </Button>
        }
      >
        {t('couldntLoad', { holds })}
      </EmptyState>
    );
  }
}
