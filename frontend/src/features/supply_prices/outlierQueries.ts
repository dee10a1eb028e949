/** API queries of unusual purchase prices. */
import { type Schemas } from '@sprout/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiPagesQuery, apiQuery, invalidate, unwrapData } from '@/api/queries';

export type PriceOutlier = Schemas['PriceOutlierItem'];

const OUTLIERS = '/api/supply-prices/outliers';
const PAGE_SIZE = 20;

export const priceOutliersQuery = apiPagesQuery(OUTLIERS, { limit: PAGE_SIZE });

/** The user's permissions, from the account. */
export const permissionsQuery = apiQuery('/api/account');

/** Confirms a price, or withdraws its confirmation. */
export function useConfirmPrice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ price, confirmed }: { price: PriceOutlier; confirmed: boolean }) => {
      const { itemId, supplierId, unit, currency, day, unitPrice } = price;
      const body = {
        itemId,
        ...(supplierId !== undefined && { supplierId }),
        unit,
        currency,
        day,
        unitPrice,
      };
      return unwrapData(apiClient.PUT(OUTLIERS, { body: { ...body, confirmed } }));
    },
    onSuccess: () =>
      invalidate(queryClient, OUTLIERS, '/api/analytics/supply-price-index', '/api/customer-segmentation'),
  });
}

/** A unique key of a price. */
export const priceKey = (price: PriceOutlier): string =>
  JSON.stringify([price.itemId, price.supplierId, price.unit, price.day, price.unitPrice]);
