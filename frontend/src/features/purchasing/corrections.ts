/** What correcting asks of the API. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sprout } from '@/api/client';
import { purchaseRecommendations } from './queries';

export type Correction = Schemas['StockCorrectionInput'];
/** What of a stock row can be corrected. */
export type CorrectedField = 'leadTimeDays' | 'reorderPoint' | 'minOrderQuantity' | 'packSize';

const CORRECTIONS = '/api/purchasing/corrections';

export const stockCorrections = queryOptions({
  queryKey: [CORRECTIONS],
  queryFn: async ({ signal }) => (await answer(sprout.GET(CORRECTIONS, { signal }))).data.items,
  staleTime: 0,
});

export function useCorrect() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: Correction) => (await answer(sprout.PUT(CORRECTIONS, { body }))).data.items,
    onSuccess: async (items) => {
      cache.setQueryData(stockCorrections.queryKey, items);
      await cache.invalidateQueries({ queryKey: purchaseRecommendations.queryKey });
    },
  });
}

/** What a form says: filled fields as numbers, empty ones not at all. */
export function correctionOf(
  row: { itemId: string; location: string },
  typed: (name: CorrectedField) => string,
): Correction {
  const fields = ['leadTimeDays', 'reorderPoint', 'minOrderQuantity', 'packSize'] as const;
  const filled = fields.flatMap((field) => {
    const text = typed(field).trim();
    return text === '' ? [] : [[field, Number(text)] as const];
  });
  return { itemId: row.itemId, location: row.location, ...Object.fromEntries(filled) };
}
