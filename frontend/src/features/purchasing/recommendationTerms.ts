/** The terms of a recommendation as text and figures, in the order in which a reader redoes them. */
import { formatMoney, formatNumber, formatPercent } from '@/lib/format';
import { NO_FIGURE } from '@/lib/missingData';
import { formatQuantity } from '@/lib/quantityFormat';
import type { Recommendation } from './queries';

type Terms = Recommendation['terms'];
type Term = [term: string, value: string];

export function buildTerms(row: Recommendation, currency: string | undefined): Term[] {
  const { terms, unit } = row;
  const amount = (value: number) => formatQuantity(value, unit);
  const minimum = terms.minOrderQuantity;
  return [
    [positionText(terms), `${formatSum(terms)} = ${amount(terms.position)}`],
    ['Lead time + review', `${leadTimeText(terms)} + ${terms.reviewDays} days`],
    ...levelTerms(row, amount),
    ['Shortfall: order up to - stock position', amount(terms.shortfall)],
    ...(minimum === undefined ? [] : [['Minimum order', amount(minimum)] satisfies Term]),
    ['Recommended, in whole packs', `${amount(row.recommended)} (pack of ${amount(terms.packSize)})`],
    [
      'Cost',
      `${amount(row.recommended)} x ${formatMoney(terms.unitCost, currency)} = ${formatMoney(row.cost, currency)}`,
    ],
  ];
}

function levelTerms({ terms }: Recommendation, amount: (value: number) => string): Term[] {
  const { season } = terms;
  if (!season) {
    const days = terms.leadTimeDays + terms.reviewDays;
    return [
      ['Reorder point', amount(terms.reorderPoint)],
      ['Sold in the last 12 months', amount(terms.soldLastYear)],
      [`Expected sales in ${days} days`, amount(terms.expectedSales)],
      ['Order up to: reorder point + expected sales', amount(terms.orderUpTo)],
    ];
  }
  const weeks = Math.ceil(terms.leadTimeDays / 7) + 1;
  const years = season.years === 1 ? '1 year' : `${season.years} years`;
  return [
    [`Expected sales in the next ${weeks} weeks, by season`, amount(terms.expectedSales)],
    [`Safety, to last with a chance of ${formatPercent(season.chancePercent)}`, amount(season.safety)],
    ['Reorder point: expected sales + safety', amount(terms.reorderPoint)],
    [`Sales of the ${season.coverWeeks} weeks after that`, amount(season.coverSales)],
    ['Order up to: reorder point + those sales', amount(terms.orderUpTo)],
    ['Seasons told from', `${years}, ${season.saleWeeks} weeks with sales`],
  ];
}

/** The lead time with where it comes from. */
function leadTimeText({ leadTimeDays, leadTimeSource, leadTimeDeliveries }: Terms): string {
  const median = `median of ${leadTimeDeliveries === undefined ? NO_FIGURE : formatNumber(leadTimeDeliveries)} deliveries`;
  const sources: Record<Terms['leadTimeSource'], string> = {
    corrected: ' (corrected)',
    deliveries: ` (${median})`,
    item_deliveries: ` (${median}, any supplier)`,
    item: '',
    supplier_deliveries: ` (${median}, the supplier's other items)`,
    supplier: ' (on record for the supplier)',
    default: ' (assumed: none on record)',
  };
  return `${leadTimeDays} days${sources[leadTimeSource]}`;
}

/** What was ordered from a draft is named where there is any. */
function positionText({ ordered }: Terms): string {
  const here = ordered > 0 ? ' + ordered from drafts' : '';
  return `Stock position: on hand + on order${here} - booked`;
}

function formatSum({ onHand, onOrder, ordered, booked }: Terms): string {
  const here = ordered > 0 ? ` + ${formatNumber(ordered)}` : '';
  return `${formatNumber(onHand)} + ${formatNumber(onOrder)}${here} - ${formatNumber(booked)}`;
}
