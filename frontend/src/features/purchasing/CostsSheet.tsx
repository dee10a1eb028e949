/** What ordering costs the organization: what it says itself, and what is usual where it says nothing. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatDateTime, formatMoney, formatNumber } from '@/lib/format';
import { hasPermission } from '@/lib/permissions';
import { Callout } from '@/ui/Callout';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { Form } from '@/ui/Form';
import { Sheet } from '@/ui/Sheet';
import { TextInput } from '@/ui/TextInput';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { orderingCostsQuery, permissionsQuery, useSetCosts, type Costs } from './orderingQueries';

type CostName = keyof Costs;

interface CostField {
  field: CostName;
  label: string;
  max: number;
  help: string;
  /** A value with its unit. */
  format: (value: number, currency: string | undefined) => string;
}

const COST_FIELDS: readonly CostField[] = [
  {
    field: 'holdingCostPercent',
    label: 'Holding cost, % a year',
    max: 100,
    help: 'Of what the stock cost: interest, room, insurance, spoilage.',
    format: (value) => `${formatNumber(value)}%`,
  },
  {
    field: 'shortageCostMultiple',
    label: 'Shortage cost, margins a unit',
    max: 100,
    help: 'What a sale that could not be made costs: 1 is its margin alone.',
    format: formatNumber,
  },
  {
    field: 'orderCost',
    label: 'Cost of an order',
    max: 100_000,
    help: 'Of placing and receiving one order.',
    format: formatMoney,
  },
  {
    field: 'defaultLeadTimeDays',
    label: 'Default lead time, days',
    max: 365,
    help: 'Where deliveries, item and supplier tell none.',
    format: (value) => `${formatNumber(value)} days`,
  },
];

const COST_NAMES = COST_FIELDS.map(({ field }) => field);

export function CostsSheet({ onClose }: { onClose: () => void }) {
  const settings = useQuery(orderingCostsQuery);
  const account = useQuery(permissionsQuery);
  const save = useSetCosts();
  const form = useTypedForm({ fields: COST_NAMES, failure: save.error });
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
      return <LoadingPlaceholder label="The costs are loading" height={420} />;
    if (settings.isError && !settings.data) {
      const said = errorText(settings.error, 'The costs did not load.');
      return <ErrorAlert {...said} onRetry={() => void settings.refetch()} retrying={settings.isFetching} />;
    }
    const { data, meta } = settings.data;
    const by = data.setAt !== undefined && (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Set {formatDateTime(data.setAt)} by {data.setBy}.
      </Typography>
    );
    if (!hasPermission(account.data?.permissions, 'purchasing.manage')) {
      return (
        <>
          <DescriptionList>
            {COST_FIELDS.map(({ field, label, format }) => (
              <DescriptionItem key={field} name={label}>
                {format(data.costs[field], meta?.currency)}
                {data.own[field] === undefined && ' (usual)'}
              </DescriptionItem>
            ))}
          </DescriptionList>
          {by}
          <Callout severity="info">
            Your role may not change the costs. Ask an administrator of your organization.
          </Callout>
        </>
      );
    }
    return (
      // Another state of the settings is another form.
      <Form
        key={data.setAt ?? ''}
        onSubmit={form.handleSubmit((values) => {
          const filled = COST_FIELDS.map(({ field }) => [field, values[field].trim()] as const);
          const own = filled.filter(([, text]) => text !== '').map(([field, text]) => [field, Number(text)]);
          save.mutate(Object.fromEntries(own) as Costs);
        })}
      >
        {COST_FIELDS.map(({ field, label, max: most, help, format }) => (
          <TextInput
            key={field}
            label={label}
            {...form.field(field)}
            type="number"
            required={false}
            max={most}
            help={`${help} Empty: the usual ${format(data.usual[field], meta?.currency)}.`}
            defaultValue={data.own[field] === undefined ? '' : String(data.own[field])}
          />
        ))}
        {by}
        <Box aria-live="polite">
          {save.isSuccess && (
            <Callout severity="success">Saved. The next recommendations are made with it.</Callout>
          )}
        </Box>
        {save.error && <ErrorAlert {...errorText(save.error, 'The costs could not be saved.')} />}
        <Button type="submit" variant="contained" disabled={save.isPending} sx={{ justifySelf: 'end' }}>
          Save costs
        </Button>
      </Form>
    );
  }
}
