/** What the purchase plan advises, and why, as texts. */
import { formatDay, formatMoney } from '@/lib/format';
import { formatQuantity } from '@/lib/quantityFormat';
import { t } from '@/messages/en/purchase_plan';
import type { PlanLine } from './planQueries';

/** The action and its quantity. */
export function actionText(line: PlanLine): string {
  const { action, order, transfers, substitute, orderBy, laterQuantity, unit } = line;
  if (action === 'order_now') return t('orderNow', { quantity: formatQuantity(order?.quantity ?? 0, unit) });
  if (action === 'transfer') {
    const moves = transfers.map(({ quantity, from }) =>
      t('quantityFrom', { quantity: formatQuantity(quantity, unit), from }),
    );
    return t('move', { moves: moves.join(', ') });
  }
  if (action === 'offer_substitute')
    return t('offerInstead', {
      item: substitute?.item ?? '',
      quantity: formatQuantity(substitute?.quantity ?? 0, unit),
    });
  if (action === 'order_later')
    return t('orderLater', {
      quantity: formatQuantity(laterQuantity ?? 0, unit),
      day: orderBy === undefined ? '' : formatDay(orderBy),
    });
  return t('doNothing');
}

/** What to offer to customers meanwhile, and what that saves. */
export function substituteText(
  { substitute, unit }: PlanLine,
  currency: string | undefined,
): string | undefined {
  if (substitute === undefined) return undefined;
  const { item, quantity, saving } = substitute;
  return t('offerToSave', {
    item,
    quantity: formatQuantity(quantity, unit),
    saving: formatMoney(saving, currency),
  });
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
    case 'price_increase':
      return t('priceIncrease');
    case 'below_reorder_point':
      return t('belowReorderPoint', figures);
    case 'surplus_elsewhere':
      return t('surplusElsewhere');
    case 'substitute_in_stock':
      return t('substituteInStock', { item: line.substitute?.item ?? '' });
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
