/** The organization's ordering costs: its own values, and defaults for the rest. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '@/api/errors';
import { useTypedForm } from '@/api/useTypedForm';
import { formatDateTime, formatMoney, formatNumber } from '@/lib/format';
import { hasPermission } from '@/lib/permissions';
import { t } from '@/messages/en/ordering';
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
    get label() {
      return t('holdingCostPerYear');
    },
    max: 100,
    get help() {
      return t('shareOfTheStocksCostInterest');
    },
    format: (value) => `${formatNumber(value)}%`,
  },
  {
    field: 'shortageCostMultiple',
    get label() {
      return t('costOfALostSaleX');
    },
    max: 100,
    get help() {
      return t('shortageCostHelp');
    },
    format: formatNumber,
  },
  {
    field: 'orderCost',
    get label() {
      return t('orderCost');
    },
    max: 100_000,
    get help() {
      return t('costOfPlacingAndReceivingOne');
    },
    format: formatMoney,
  },
  {
    field: 'defaultLeadTimeDays',
    get label() {
      return t('defaultLeadTimeDays');
    },
    max: 365,
    get help() {
      return t('usedWhenWeCantFindA');
    },
    format: (value) => t('dayCount', { value: formatNumber(value) }),
  },
  {
    field: 'substituteAcceptancePercent',
    get label() {
      return t('acceptsSubstitute');
    },
    max: 100,
    get help() {
      return t('acceptsSubstituteHelp');
    },
    format: (value) => `${formatNumber(value)}%`,
  },
];

const COST_NAMES = COST_FIELDS.map(({ field }) => field);

export function CostsSheet({ onClose }: { onClose: () => void }) {
  const settings = useQuery(orderingCostsQuery);
  const account = useQuery(permissionsQuery);
  const save = useSetCosts();
  const form = useTypedForm({ fields: COST_NAMES, failure: save.error });
  return (
    <Sheet title={t('orderingCosts')} onClose={onClose}>
      <Typography>{t('sproutBalancesTheseCostsWhenIt')}</Typography>
      {body()}
    </Sheet>
  );

  function body(): ReactNode {
    if (settings.isPending || account.isPending)
      return <LoadingPlaceholder label={t('theCostsAreLoading')} height={420} />;
    if (settings.isError && !settings.data) {
      const errorProps = errorText(settings.error, t('couldntLoadTheCosts'));
      return (
        <ErrorAlert {...errorProps} onRetry={() => void settings.refetch()} retrying={settings.isFetching} />
      );
    }
    const { data, meta } = settings.data;
    const by = data.updatedAt !== undefined && (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('lastUpdatedBy', { setAt: formatDateTime(data.updatedAt), setBy: data.updatedBy ?? '' })}
      </Typography>
    );
    if (!hasPermission(account.data?.permissions, 'purchasing.manage')) {
      return (
        <>
          <DescriptionList>
            {COST_FIELDS.map(({ field, label, format }) => (
              <DescriptionItem key={field} name={label}>
                {format(data.costs[field], meta?.currency)}
                {data.overrides[field] === undefined && ' (usual)'}
              </DescriptionItem>
            ))}
          </DescriptionList>
          {by}
          <Callout severity="info">{t('youDontHavePermissionToChange')}</Callout>
        </>
      );
    }
    return (
      // Changed settings remount the form.
      <Form
        warnsOnLeave
        key={data.updatedAt ?? ''}
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
            help={t('leaveBlankFor', { help, currency: format(data.defaults[field], meta?.currency) })}
            defaultValue={data.overrides[field] === undefined ? '' : String(data.overrides[field])}
          />
        ))}
        {by}
        <Box aria-live="polite">
          {save.isSuccess && <Callout severity="success">{t('costsSavedTheyApplyToThe')}</Callout>}
        </Box>
        {save.error && <ErrorAlert {...errorText(save.error, t('couldntSaveTheCostsTryAgain'))} />}
        <Button type="submit" variant="contained" disabled={save.isPending} sx={{ justifySelf: 'end' }}>
          {t('saveCosts')}
        </Button>
      </Form>
    );
  }
}
