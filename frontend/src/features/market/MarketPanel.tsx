/** A panel of the market page: its figures, its place while they load, or a way to try again. */
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Mark } from '@/ui/Mark';
import { SampleMark, StaleMark } from '@/ui/marks';
import { Notice } from '@/ui/Notice';
import { Panel } from '@/ui/Panel';
import { Waiting } from '@/ui/Waiting';
import type { Overview } from './queries';
import type { Market } from './useMarket';

interface MarketPanelProps {
  market: Market;
  title: string;
  /** What the panel holds, for example `The prices`. */
  holds: string;
  /** Height while loading, in CSS pixels. */
  height: number;
  /** Whether what it shows is sample data. */
  sample: boolean | undefined;
  children: (shown: Overview) => ReactNode;
}

export function MarketPanel({ market, title, holds, height, sample, children }: MarketPanelProps) {
  const { shown, failure, behind, staleSince, retry, retrying } = market;
  return (
    <Panel
      title={title}
      marks={
        <>
          {sample && <SampleMark />}
          {behind && <Mark tone="warning">Updating</Mark>}
          {staleSince !== undefined && <StaleMark since={staleSince} />}
        </>
      }
    >
      {body()}
    </Panel>
  );

  function body(): ReactNode {
    if (shown) return children(shown);
    if (!failure) return <Waiting label={`${holds} are loading`} height={height} />;
    return (
      <Notice
        action={
          <Button variant="outlined" size="small" onClick={retry} disabled={retrying}>
            Retry
          </Button>
        }
      >
        {holds} did not load.
      </Notice>
    );
  }
}
