/** A grower to call: why, what to offer, and the outcome of the call. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { errorText } from '@/api/errors';
import { formatCount, formatDay, formatMoney, formatPercentOneDecimal } from '@/lib/format';
import { t } from '@/messages/en/call_list';
import { Badge } from '@/ui/Badge';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { SelectInput } from '@/ui/SelectInput';
import { TextInput } from '@/ui/TextInput';
import { useSetCallOutcome, type CallItem, type CallOutcome } from './queries';

interface CallCardProps {
  call: CallItem;
  currency: string | undefined;
  mayRecord: boolean;
}

const OUTCOMES: readonly CallOutcome[] = ['reached', 'ordered', 'later', 'lost'];

export function CallCard({ call, currency, mayRecord }: CallCardProps) {
  const id = useId();
  const about = [
    call.county,
    call.state,
    call.acres !== undefined && t('acres', { acres: formatCount(call.acres) }),
    call.crops?.replaceAll(';', ', '),
  ].filter(Boolean);
  return (
    <Paper component="article" aria-labelledby={id} sx={{ p: 4, minWidth: 0, breakInside: 'avoid' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <Typography id={id} variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {call.rank}. {call.customer}
        </Typography>
        <Badge>{t(call.reason)}</Badge>
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {about.join(' · ')}
      </Typography>
      <Typography sx={{ my: 2 }}>{call.explanation}</Typography>
      <DescriptionList>
        {details(call, currency).map(([name, text]) => (
          <DescriptionItem key={name} name={name}>
            {text}
          </DescriptionItem>
        ))}
      </DescriptionList>
      {mayRecord && <OutcomeForm call={call} />}
    </Paper>
  );
}

function details(call: CallItem, currency: string | undefined): [string, string][] {
  const { shareOfWallet: share, lastOutcome } = call;
  const entries: [string, string][] = [
    [t('marginAtRisk'), formatMoney(call.expectedMargin, currency)],
    [t('window'), t('fromTo', { from: formatDay(call.windowStart), to: formatDay(call.windowEnd) })],
    [
      t('chanceOfOrder'),
      t('chanceWithoutAndWithCall', {
        without: formatPercentOneDecimal(call.orderChance),
        with: formatPercentOneDecimal(call.orderChanceWithCall),
      }),
    ],
    [t('offer'), call.offers.map((offer) => offerText(offer, currency)).join('; ')],
  ];
  if (share) {
    const interval = {
      share: formatPercentOneDecimal(share.percent),
      low: formatPercentOneDecimal(share.lowPercent),
      high: formatPercentOneDecimal(share.highPercent),
    };
    entries.push([
      t('shareOfWallet'),
      share.largestGap === undefined
        ? t('shareWithInterval', interval)
        : t('largestGap', {
            ...interval,
            product: share.largestGap,
            margin: formatMoney(share.gapMargin ?? 0, currency),
          }),
    ]);
  }
  entries.push([
    t('lastOrders'),
    call.lastOrders
      .map(({ day, margin }) => `${formatDay(day)}: ${formatMoney(margin, currency)}`)
      .join('; '),
  ]);
  if (lastOutcome) {
    const parts = [t(lastOutcome.outcome), formatDay(lastOutcome.calledOn), lastOutcome.note];
    entries.push([t('lastCall'), parts.filter(Boolean).join(', ')]);
  }
  return entries;
}

const offerText = (offer: CallItem['offers'][number], currency: string | undefined): string =>
  t('offerDue', {
    product: offer.product,
    day: formatDay(offer.dueOn),
    margin: formatMoney(offer.margin, currency),
  });

function OutcomeForm({ call }: { call: CallItem }) {
  const save = useSetCallOutcome();
  return (
    <Box className="screen-only" sx={{ mt: 3 }}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          const fields = new FormData(event.currentTarget);
          save.mutate({
            id: call.customerId,
            outcome: fields.get('outcome') as CallOutcome,
            note: String(fields.get('note') ?? '').trim(),
          });
        }}
      >
        <SelectInput
          label={t('outcome')}
          name="outcome"
          options={OUTCOMES.map((outcome) => [outcome, t(outcome)] as const)}
        />
        <TextInput label={t('note')} name="note" rows={2} />
        {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheOutcome'))} />}
        <Button type="submit" variant="contained" disabled={save.isPending}>
          {t('recordOutcome')}
        </Button>
      </Form>
    </Box>
  );
}
