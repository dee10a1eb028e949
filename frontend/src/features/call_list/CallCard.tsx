/** A grower to call: why, what to offer, and the outcome of the call. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { formatCount, formatDay, formatMoney, formatPercentOneDecimal } from '@/lib/format';
import { t } from '@/messages/en/call_list';
import { Badge } from '@/ui/Badge';
import { RecordLink } from '@/ui/RecordLink';
import { CallOutcomeForm } from './CallOutcomeForm';
import type { CallItem } from './queries';

interface CallCardProps {
  call: CallItem;
  currency: string | undefined;
  mayRecord: boolean;
}

const REASON_LABELS: Record<CallItem['reason'], string> = {
  get late() {
    return t('late');
  },
  get declining() {
    return t('declining');
  },
  get lapsed() {
    return t('lapsed');
  },
  get due() {
    return t('due');
  },
  get other() {
    return t('other');
  },
};

export function CallCard({ call, currency, mayRecord }: CallCardProps) {
  const id = useId();
  const entries = details(call, currency);
  // Offers and chances fit on one line.
  const widths: Record<string, number> = { [t('offer')]: 7, [t('chanceOfOrder')]: 6 };
  const about = [
    call.county,
    call.state,
    call.acres !== undefined && t('acres', { acres: formatCount(call.acres) }),
    call.crops?.replaceAll(';', ', '),
  ].filter(Boolean);
  return (
    <Paper component="article" aria-labelledby={id} sx={{ p: 4, minWidth: 0, breakInside: 'avoid' }}>
      <Box sx={{ display: 'flex', gap: 3, justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
            <Typography id={id} variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
              {call.rank}. <RecordLink kind="customer" id={call.customerId} name={call.customer} />
            </Typography>
            <Badge>{REASON_LABELS[call.reason]}</Badge>
          </Box>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {about.join(' · ')}
          </Typography>
        </Box>
        <Box sx={{ textAlign: 'end', flexShrink: 0 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('marginAtRisk')}
          </Typography>
          <Typography variant="h3" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {formatMoney(call.expectedMargin, currency)}
          </Typography>
        </Box>
      </Box>
      <Typography sx={{ my: 2 }}>{call.explanation}</Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 3,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(auto-fit, minmax(200px, 1fr))',
            lg: entries.map(([name]) => `minmax(0, ${widths[name] ?? 5}fr)`).join(' '),
          },
        }}
      >
        {entries.map(([name, lines]) => (
          <Box key={name}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {name}
            </Typography>
            {lines.map((line) => (
              <Typography
                key={line}
                component="dd"
                variant="body2"
                sx={{ m: 0, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
              >
                {line}
              </Typography>
            ))}
          </Box>
        ))}
      </Box>
      {mayRecord && <CallOutcomeForm call={call} />}
    </Paper>
  );
}

/** Names, each with its lines. */
function details(call: CallItem, currency: string | undefined): [string, readonly string[]][] {
  const { shareOfWallet: share, lastOutcome } = call;
  const entries: [string, readonly string[]][] = [
    [t('window'), [t('fromTo', { from: formatDay(call.windowStart), to: formatDay(call.windowEnd) })]],
    [
      t('chanceOfOrder'),
      [
        t('chanceWithoutAndWithCall', {
          without: formatPercentOneDecimal(call.orderChance),
          with: formatPercentOneDecimal(call.orderChanceWithCall),
        }),
      ],
    ],
    [t('offer'), call.offers.map((offer) => offerText(offer, currency))],
  ];
  if (share) {
    const interval = {
      share: formatPercentOneDecimal(share.percent),
      low: formatPercentOneDecimal(share.lowPercent),
      high: formatPercentOneDecimal(share.highPercent),
    };
    entries.push([
      t('shareOfWallet'),
      [
        t('shareWithInterval', interval),
        ...(share.largestGap === undefined
          ? []
          : [
              t('largestGap', {
                product: share.largestGap,
                margin: formatMoney(share.gapMargin ?? 0, currency),
              }),
            ]),
      ],
    ]);
  }
  entries.push([
    t('lastOrders'),
    call.lastOrders.map(({ day, margin }) => `${formatDay(day)}: ${formatMoney(margin, currency)}`),
  ]);
  if (lastOutcome) {
    const parts = [t(lastOutcome.outcome), formatDay(lastOutcome.calledOn), lastOutcome.note];
    entries.push([t('lastCall'), [parts.filter(Boolean).join(', ')]]);
  }
  return entries;
}

const offerText = (offer: CallItem['offers'][number], currency: string | undefined): string =>
  t('offerDue', {
    product: offer.product,
    day: formatDay(offer.dueOn),
    margin: formatMoney(offer.margin, currency),
  });
