/** One line of the plan: why, what waiting costs, what a transfer or substitute saves, its acceptance. */
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { errorText } from '@/api/errors';
import { formatDay, formatMoney } from '@/lib/format';
import { recordPath } from '@/lib/paths';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/purchase_plan';
import { ButtonLink } from '@/ui/ButtonLink';
import { DataTable, type Column } from '@/ui/DataTable';
import { DescriptionItem, DescriptionList } from '@/ui/DescriptionList';
import { ErrorAlert } from '@/ui/ErrorAlert';
import { RecordLink } from '@/ui/RecordLink';
import { Sheet } from '@/ui/Sheet';
import { planLineName } from './planColumns';
import type { PlanLine, PlanOrder, PlanPage } from './planQueries';
import { actionText, reasonText, substituteText } from './planTexts';
import type { PlanAcceptance } from './useAcceptPlan';

interface PlanLineSheetProps {
  line: PlanLine;
  currency: string | undefined;
  costs?: PlanPage['costs'] | undefined;
  /** Absent where nothing can be accepted. */
  acceptance?: PlanAcceptance;
  onClose: () => void;
}

export function PlanLineSheet({ line, currency, costs, acceptance, onClose }: PlanLineSheetProps) {
  const { order, transfers, unit } = line;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <Sheet wide title={planLineName(line)} onClose={onClose}>
      <Typography sx={{ fontWeight: 600 }}>{actionText(line)}</Typography>
      <Typography>{reasonText(line)}</Typography>
      {order && (
        <DescriptionList>
          <DescriptionItem name={t('quantity')}>{formatQuantity(order.quantity, unit)}</DescriptionItem>
          {line.packSize !== undefined && (
            <DescriptionItem name={t('packSize')}>{formatQuantity(line.packSize, unit)}</DescriptionItem>
          )}
          {line.minOrderQuantity !== undefined && (
            <DescriptionItem name={t('minimumOrder')}>
              {formatQuantity(line.minOrderQuantity, unit)}
            </DescriptionItem>
          )}
          <DescriptionItem name={t('unitCost')}>{money(line.unitCost)}</DescriptionItem>
          <DescriptionItem name={t('orderCost')}>{money(order.cost)}</DescriptionItem>
          <DescriptionItem name={t('arrives')}>{formatDay(order.arrivesOn)}</DescriptionItem>
        </DescriptionList>
      )}
      {order?.waiting && <Waiting waiting={order.waiting} money={money} />}
      {order?.waiting && costs && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('waitingHelp', {
            percent: costs.holdingCostPercent,
            multiple: costs.shortageCostMultiple,
            order: money(costs.orderCost),
          })}
        </Typography>
      )}
      {transfers.map((transfer) => (
        <DescriptionList key={transfer.from}>
          <DescriptionItem name={t('transferFrom', { from: transfer.from })}>
            {formatQuantity(transfer.quantity, unit)}
          </DescriptionItem>
          <DescriptionItem name={t('savedHere')}>{money(transfer.savedHere)}</DescriptionItem>
          <DescriptionItem name={t('lostAtSource')}>{money(transfer.lostAtSource)}</DescriptionItem>
          <DescriptionItem name={t('handling')}>{money(transfer.handling)}</DescriptionItem>
          <DescriptionItem name={t('freight')}>{money(transfer.freight)}</DescriptionItem>
          <DescriptionItem name={t('saving')}>
            <strong>{money(transfer.saving)}</strong>
          </DescriptionItem>
        </DescriptionList>
      ))}
      {line.substitute && (
        <Substitute line={line} substitute={line.substitute} currency={currency} costs={costs} />
      )}
      {acceptance?.error != null && (
        <ErrorAlert {...errorText(acceptance.error, t('couldntCreateTheDraft'))} />
      )}
      {order && acceptance?.isAllowed && (
        <Button
          variant="contained"
          sx={{ justifySelf: 'start' }}
          disabled={acceptance.isPending}
          onClick={() => acceptance.accept([line])}
        >
          {t('accept')}
        </Button>
      )}
      <ButtonLink to={recordPath('item', line.itemId)}>{t('openItem')}</ButtonLink>
    </Sheet>
  );
}

interface SubstituteProps {
  line: PlanLine;
  substitute: NonNullable<PlanLine['substitute']>;
  currency: string | undefined;
  costs: PlanPage['costs'] | undefined;
}

/** What to offer to customers until an order arrives, with its terms. They add up. */
function Substitute({ line, substitute, currency, costs }: SubstituteProps) {
  const units = (quantity: number) => formatQuantity(quantity, line.unit);
  const money = (amount: number) => formatMoney(amount, currency);
  const day = formatDay(substitute.arrivesOn);
  return (
    <>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {substituteText(line, currency)}
      </Typography>
      <DescriptionList>
        <DescriptionItem name={t('substitute')}>
          <RecordLink kind="item" id={substitute.itemId} name={substitute.item} />
        </DescriptionItem>
        <DescriptionItem name={t('likelyMissing', { day })}>{units(substitute.missing)}</DescriptionItem>
        <DescriptionItem name={t('likelyTaken')}>{units(substitute.taken)}</DescriptionItem>
        <DescriptionItem name={t('savedHere')}>{money(substitute.savedHere)}</DescriptionItem>
        <DescriptionItem name={t('lowerMargin')}>{money(substitute.lowerMargin)}</DescriptionItem>
        <DescriptionItem name={t('lostAtSubstitute')}>{money(substitute.lostAtSubstitute)}</DescriptionItem>
        <DescriptionItem name={t('saving')}>
          <strong>{money(substitute.saving)}</strong>
        </DescriptionItem>
      </DescriptionList>
      {costs && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('substituteHelp', {
            percent: costs.substituteAcceptancePercent,
            multiple: costs.shortageCostMultiple,
            day,
          })}
        </Typography>
      )}
    </>
  );
}

type WaitingCost = NonNullable<PlanOrder['waiting']>;

interface Term {
  name: string;
  key: keyof WaitingCost['difference'];
}

interface WaitingProps {
  waiting: WaitingCost;
  money: (amount: number) => string;
}

/** The terms with the order today and a week later. They add up. */
function Waiting({ waiting, money }: WaitingProps) {
  const hasPriceChanges = waiting.now.priceChanges !== 0 || waiting.wait.priceChanges !== 0;
  const terms: Term[] = [
    { name: t('shortage'), key: 'shortage' },
    { name: t('carrying'), key: 'carrying' },
    { name: t('ordering'), key: 'ordering' },
    ...(hasPriceChanges ? [{ name: t('priceChanges'), key: 'priceChanges' } as const] : []),
    { name: t('total'), key: 'total' },
  ];
  const amount = (id: 'now' | 'wait' | 'difference', heading: string): Column<Term> => ({
    id,
    heading,
    numeric: true,
    noWrap: true,
    render: ({ key }) =>
      key === 'total' ? <strong>{money(waiting[id][key])}</strong> : money(waiting[id][key]),
  });
  return (
    <>
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {t('waitingCosts', { cost: money(waiting.cost) })}
      </Typography>
      <DataTable
        label={t('costOfWaiting')}
        cardsBelow={0}
        dense
        rowHeaders
        columns={[
          { id: 'term', heading: t('yearlyCost'), render: ({ name }) => name },
          amount('now', t('orderToday')),
          amount('wait', t('orderInAWeek')),
          amount('difference', t('difference')),
        ]}
        rows={terms}
        rowKey={({ key }) => key}
      />
    </>
  );
}
