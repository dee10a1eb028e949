/** One commodity at a glance: price, change, trend, volume, and where it is heading. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { count, day, signedPercent } from '@/lib/format';
import type { ChartTone } from '@/ui/charts/chart';
import { Fact, Facts } from '@/ui/Facts';
import { Mark } from '@/ui/Mark';
import { SampleMark, StaleMark } from '@/ui/marks';
import { dollars, periodOf, signedDollars, unitSign } from './commodity';
import { Outlook } from './Outlook';
import type { Card } from './queries';
import { Trend } from './Trend';

interface CommodityCardProps {
  card: Card;
  tone: ChartTone;
  timeframe: string;
  sample: boolean;
  /** The figures are those of the choice before. */
  behind: boolean;
  staleSince: number | undefined;
}

export function CommodityCard({ card, tone, timeframe, sample, behind, staleSince }: CommodityCardProps) {
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
          {sample && <SampleMark />}
          {behind && <Mark tone="warning">Updating</Mark>}
          {staleSince !== undefined && <StaleMark since={staleSince} />}
        </Box>
      </Box>
      <Typography component="p" variant="h1" sx={{ mt: 2, fontVariantNumeric: 'tabular-nums' }}>
        {dollars(card.currentPrice)}
        <Typography component="span" sx={{ color: 'text.secondary', ml: 1 }}>
          {unitSign(card.unit)}
        </Typography>
      </Typography>
      <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {changeWords(card, timeframe)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 3 }}>
        {card.market}, {day(card.asOf)}
      </Typography>
      {card.stale !== undefined && (
        <Box sx={{ mb: 3 }}>
          <Mark tone="warning">{card.stale}</Mark>
        </Box>
      )}
      <Facts>
        <Fact name="Trend">
          <Trend trend={card.trend} />
        </Fact>
        <Fact name="Volume">{card.volume === undefined ? 'not reported' : count(card.volume)}</Fact>
      </Facts>
      <Outlook card={card} />
    </Paper>
  );
}

/** The change with sign, percent and period; why there is none where the timeframe holds too few quotes. */
function changeWords({ change, changePercent }: Card, timeframe: string): string {
  const period = periodOf(timeframe);
  if (change === undefined) return `Fewer than two quotes in ${period}`;
  const percent = changePercent === undefined ? '' : ` (${signedPercent(changePercent)})`;
  return `${signedDollars(change)}${percent} in ${period}`;
}
