/** What the purchase plan advises, and why, as texts. */
import { formatDay } from '@/lib/format';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/purchase_plan';
import type { PlanLine } from './planQueries';

/** The action and its quantity. */
export function actionText({ action, order, transfers, orderBy, laterQuantity, unit }: PlanLine): string {
  if (action === 'order_now') return t('orderNow', { quantity: formatQuantity(order?.quantity ?? 0, unit) });
  if (action === 'transfer')
    return transfers
      .map(({ quantity, from }) => t('moveFrom', { quantity: formatQuantity(quantity, unit), from }))
      .join(', ');
  if (action === 'order_later')
    return t('orderLater', {
      quantity: formatQuantity(laterQuantity ?? 0, unit),
      day: orderBy === undefined ? '' : formatDay(orderBy),
    });
  return t('doNothing');
}

/** Why. */
export function reasonText(line: PlanLine): string {
  const { reason, order, unit } = line;
  const quantity = (value: number | undefined) => formatQuantity(Math.round(value ?? 0), unit);
  const figures = {
    position: quantity(order?.position),
    demand: quantity(order?.expectedDemand),
    point: quantity(order?.reorderPoint),
  };
  switch (reason) {
    case 'demand_exceeds_stock':
      return t('demandExceedsStock', figures);
    case 'safety_stock':
      return t('safetyStock', figures);
    case 'below_reorder_point':
      return t('belowReorderPoint', figures);
    case 'surplus_elsewhere':
      return t('surplusElsewhere');
    case 'stock_lasts':
      return t('stockLasts');
    case 'in_draft':
      return t('inDraft');
    case 'shortage_costs_less':
      return t('shortageCostsLess');
    case 'out_of_range':
      return t('outOfRange');
    case 'not_enough_data':
      return t('notEnoughData');
    case 'stock_suffices':
      return t('stockSuffices');
  }
}
