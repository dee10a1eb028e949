/** What ordering costs the organization: what it says itself, and what is usual where it says nothing. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fieldFailure, sayFailure } from '@/api/errors';
import { moment, money, number } from '@/lib/format';
import { Callout } from '@/ui/Callout';
import { Fact, Facts } from '@/ui/Facts';
import { FailureNotice } from '@/ui/FailureNotice';
import { FormFrame } from '@/ui/FormFrame';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { Waiting } from '@/ui/Waiting';
import { orderingCosts, permissions, useSetCosts, type Costs } from './ordering';

type Field = keyof Costs;

interface Told {
  field: Field;
  label: string;
  most: number;
  help: string;
  /** A value with its unit. */
  show: (value: number, currency: string | undefined) => string;
}

const FIELDS: readonly Told[] = [
  {
    field: 'holdingCostPercent',
    label: 'Holding cost, % a year',
    most: 100,
    help: 'Of what the stock cost: interest, room, insurance, spoilage.',
    show: (value) => `${number(value)}%`,
  },
  {
    field: 'shortageCostMultiple',
    label: 'Shortage cost, margins a unit',
    most: 100,
    help: 'What a sale that could not be made costs: 1 is its margin alone.',
    show: number,
  },
  {
    field: 'orderCost',
    label: 'Cost of an order',
    most: 100_000,
    help: 'Of placing and receiving one order.',
    show: money,
  },
  {
    field: 'defaultLeadTimeDays',
    label: 'Default lead time, days',
    most: 365,
    help: 'Where deliveries, item and supplier tell none.',
    show: (value) => `${number(value)} days`,
  },
];

export function CostsSheet({ onClose }: { onClose: () => void }) {
  const settings = useQuery(orderingCosts);
  const account = useQuery(permissions);
  const save = useSetCosts();
  return (
    <Sheet title="Ordering costs" onClose={onClose}>
      <Typography>
        Levels by season weigh these against each other: the next recommendations of the whole organization
        are made with them.
      </Typography>
      {body()}
    </Sheet>
  );

  function body(): ReactNode {
    if (settings.isPending || account.isPending)
      return <Waiting label="The costs are loading" height={420} />;
    if (settings.isError && !settings.data) {
      const said = sayFailure(settings.error, 'The costs did not load.');
      return (
        <FailureNotice {...said} onRetry={() => void settings.refetch()} retrying={settings.isFetching} />
      );
    }
    const { data, meta } = settings.data;
    const by = data.setAt !== undefined && (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Set {moment(data.setAt)} by {data.setBy}.
      </Typography>
    );
    if (!account.data?.permissions.includes('purchasing.manage')) {
      return (
        <>
          <Facts>
            {FIELDS.map(({ field, label, show }) => (
              <Fact key={field} name={label}>
                {show(data.costs[field], meta?.currency)}
                {data.own[field] === undefined && ' (usual)'}
              </Fact>
            ))}
          </Facts>
          {by}
          <Callout weight="info">
            Your role may not change the costs. Ask an administrator of your organization.
          </Callout>
        </>
      );
    }
    return (
      // Another state of the settings is another form.
      <FormFrame
        key={data.setAt ?? ''}
        onSubmit={(typed) => {
          const filled = FIELDS.map(({ field }) => [field, typed(field).trim()] as const);
          const own = filled.filter(([, text]) => text !== '').map(([field, text]) => [field, Number(text)]);
          save.mutate(Object.fromEntries(own) as Costs);
        }}
      >
        {FIELDS.map(({ field, label, most, help, show }) => (
          <TextInput
            key={field}
            label={label}
            name={field}
            type="number"
            required={false}
            max={most}
            help={`${help} Empty: the usual ${show(data.usual[field], meta?.currency)}.`}
            error={fieldFailure(save.error, field)}
            defaultValue={data.own[field] === undefined ? '' : String(data.own[field])}
          />
        ))}
        {by}
        <Box aria-live="polite">
          {save.isSuccess && (
            <Callout weight="success">Saved. The next recommendations are made with it.</Callout>
          )}
        </Box>
        {save.error && <FailureNotice {...sayFailure(save.error, 'The costs could not be saved.')} />}
        <Button type="submit" variant="contained" disabled={save.isPending} sx={{ justifySelf: 'end' }}>
          Save costs
        </Button>
      </FormFrame>
    );
  }
}
