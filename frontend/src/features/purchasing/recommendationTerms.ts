/** The terms of a recommendation as text and figures, in the order of the calculation. */
import { formatDay, formatMoney, formatNumber, formatPercentOneDecimal } from '@/lib/format';
import { NO_FIGURE } from '@/lib/missingData';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/ordering';
import type { Recommendation } from './queries';

type Terms = Recommendation['terms'];
type Term = [term: string, value: string];

export function buildTerms(row: Recommendation, currency: string | undefined): Term[] {
  const { terms, unit } = row;
  const amount = (value: number) => formatQuantity(value, unit);
  const minimum = terms.minOrderQuantity;
  return [
    ...(terms.plan ? planTerms(row, terms.plan, currency) : pointTerms(row)),
    ...(minimum === undefined ? [] : [[t('minimumOrder'), amount(minimum)] satisfies Term]),
    [
      t('recommendedInWholePacks'),
      t('recommendedInPacks', { recommended: amount(row.recommended), packSize: amount(terms.packSize) }),
    ],
    [
      t('cost'),
      `${amount(row.recommended)} x ${formatMoney(terms.unitCost, currency)} = ${formatMoney(row.cost, currency)}`,
    ],
  ];
}

/** What the purchase plan weighs. Bookings are part of the demand. */
function planTerms(
  { terms, unit }: Recommendation,
  plan: NonNullable<Terms['plan']>,
  currency: string | undefined,
): Term[] {
  const amount = (value: number) => formatQuantity(value, unit);
  const { onHand, onOrder, ordered } = terms;
  const parts = [onHand, onOrder, ordered, plan.transferred].map(formatNumber).join(' + ');
  return [
    [t('planPosition'), `${parts} = ${amount(terms.position)}`],
    [t('planDemand'), amount(terms.expectedSales)],
    [t('planReorderPoint'), amount(terms.reorderPoint)],
    [t('planCostOfWaiting'), formatMoney(plan.costOfWaiting, currency)],
    [t('leadTime'), leadTimeText(terms)],
    [t('planArrives'), formatDay(plan.arrivesOn)],
    [t('planOrderUpTo'), amount(terms.orderUpTo)],
  ];
}

function pointTerms(row: Recommendation): Term[] {
  const { terms, unit } = row;
  const amount = (value: number) => formatQuantity(value, unit);
  return [
    [positionText(terms), `${formatSum(terms)} = ${amount(terms.position)}`],
    [
      t('leadTimeReview'),
      t('leadTimePlusReview', { terms: leadTimeText(terms), reviewDays: terms.reviewDays }),
    ],
    ...levelTerms(row, amount),
    [t('shortfallOrderUpToStockPosition'), amount(terms.shortfall)],
  ];
}

function levelTerms({ terms }: Recommendation, amount: (value: number) => string): Term[] {
  const { season } = terms;
  if (!season) {
    const days = terms.leadTimeDays + terms.reviewDays;
    return [
      [t('reorderPoint'), amount(terms.reorderPoint)],
      [t('soldInTheLast12Months'), amount(terms.soldLastYear)],
      [t('expectedSalesInDays', { days: formatNumber(days) }), amount(terms.expectedSales)],
      [t('orderUpToReorderPointExpected'), amount(terms.orderUpTo)],
    ];
  }
  const weeks = Math.ceil(terms.leadTimeDays / 7) + 1;
  const years = t('years', { count: season.years, years: season.years });
  return [
    [t('expectedSalesInTheNextWeeks', { weeks }), amount(terms.expectedSales)],
    [
      t('safetyStockServiceLevel', { chancePercent: formatPercentOneDecimal(season.serviceLevelPercent) }),
      amount(season.safetyStock),
    ],
    [t('reorderPointExpectedSalesSafetyStock'), amount(terms.reorderPoint)],
    [
      t('expectedSalesFollowingWeeks', { coverWeeks: formatNumber(season.coverWeeks) }),
      amount(season.coverSales),
    ],
    [t('orderUpToReorderPointFollowing'), amount(terms.orderUpTo)],
    [t('seasonalityBasedOn'), t('weeksWithSales', { years, saleWeeks: season.saleWeeks })],
  ];
}

/** The lead time with its source. */
function leadTimeText({ leadTimeDays, leadTimeSource, leadTimeDeliveries }: Terms): string {
  const median = t('medianOfDeliveries', {
    deliveries: leadTimeDeliveries === undefined ? NO_FIGURE : formatNumber(leadTimeDeliveries),
  });
  const sources: Record<Terms['leadTimeSource'], string> = {
    corrected: ` ${t('corrected')}`,
    deliveries: ` (${median})`,
    item_deliveries: ` ${t('medianOfAnySupplier', { median })}`,
    item: '',
    supplier_deliveries: ` ${t('medianOfSupplier', { median })}`,
    supplier: ` ${t('onRecordForTheSupplier')}`,
    default: ` ${t('assumedNoneOnRecord')}`,
  };
  return t('leadTimeWithSource', {
    leadTimeDays: formatNumber(leadTimeDays),
    source: sources[leadTimeSource],
  });
}

/** The quantity ordered from drafts, if any. */
function positionText({ ordered }: Terms): string {
  const here = ordered > 0 ? ` ${t('orderedFromDrafts')}` : '';
  return t('stockPositionOnHandOnOrder', { here });
}

function formatSum({ onHand, onOrder, ordered, booked }: Terms): string {
  const here = ordered > 0 ? ` + ${formatNumber(ordered)}` : '';
  return `${formatNumber(onHand)} + ${formatNumber(onOrder)}${here} - ${formatNumber(booked)}`;
}
