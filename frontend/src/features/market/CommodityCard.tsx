/** One commodity: price, change, trend, volume, and forecast. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatCount, formatDay, formatSignedPercent } from '@/lib/format';
import { t } from '@/messages/en/market';
import type { ChartTone } from '@/ui/charts/chartTypes';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { Badge } from '@/ui/Badge';
import { SampleBadge, StaleBadge } from '@/ui/dataBadges';
import { formatDollars, formatSignedDollars, priceUnitSymbol } from './commodity';
import { timeframeLabel } from './marketLabels';
import { Outlook } from './Outlook';
import type { Card } from './queries';
import { Trend } from './Trend';

interface CommodityCardProps {
  card: Card;
  tone: ChartTone;
  timeframe: string;
  sample: boolean;
  /** The figures belong to the previous selection. */
  isPrevious: boolean;
  staleSince: number | undefined;
}

export function CommodityCard({ card, tone, timeframe, sample, isPrevious, staleSince }: CommodityCardProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={id}
      sx={{ p: 5, minWidth: 0, breakInside: 'avoid', borderTop: 3, borderTopColor: `chart.${tone}` }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, flexWrap: 'wrap' }}>
        <Typography id={id} component="h2" variant="h3">
          {card.name}
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {sample && <SampleBadge />}
          {isPrevious && <Badge tone="warning">{t('updating')}</Badge>}
          {staleSince !== undefined && <StaleBadge since={staleSince} />}
        </Box>
      </Box>
      <Typography component="p" variant="h1" sx={{ mt: 2, fontVariantNumeric: 'tabular-nums' }}>
        {formatDollars(card.currentPrice)}
        <Typography component="span" sx={{ color: 'text.secondary', marginInlineStart: 1 }}>
          {priceUnitSymbol(card.unit)}
        </Typography>
      </Typography>
      <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {changeText(card, timeframe)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
        {card.market}, {formatDay(card.asOf)}
      </Typography>
      {card.stale !== undefined && (
        <Box sx={{ mb: 3 }}>
          <Badge tone="warning">{card.stale}</Badge>
        </Box>
      )}
      <DescriptionList>
        <DescriptionItem name={t('trendOver3Months')}>
          <Trend trend={card.trend} />
        </DescriptionItem>
        <DescriptionItem name={t('volume')}>
          {card.volume === undefined ? t('notReported') : formatCount(card.volume)}
        </DescriptionItem>
      </DescriptionList>
      <Outlook card={card} />
    </Paper>
  );
}

/** The change with sign, percent and period, or a note if the timeframe has too few quotes. */
function changeText({ change, changePercent }: Card, timeframe: string): string {
  const period = timeframeLabel(timeframe);
  if (change === undefined) return t('fewerThanTwoQuotesIn', { period });
  const percent = changePercent === undefined ? '' : ` (${formatSignedPercent(changePercent)})`;
  return t('in', { change: formatSignedDollars(change), percent, period });
}
