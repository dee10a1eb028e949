/** API queries of stock corrections. */
import { type Schemas } from '@sprout/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '@/api/client';
import { apiQuery, invalidate, unwrapData } from '@/api/queries';

type Correction = Schemas['StockCorrectionInput'];

const CORRECTIONS = '/api/purchasing/corrections';

export const stockCorrectionsQuery = queryOptions({
  ...apiQuery(CORRECTIONS),
  select: ({ items }) => items,
  staleTime: 0,
});

export function useSaveCorrection() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Correction) => unwrapData(apiClient.PUT(CORRECTIONS, { body })),
    onSuccess: async (corrections) => {
      queryClient.setQueryData(stockCorrectionsQuery.queryKey, corrections);
      await invalidate(queryClient, '/api/purchasing/recommendations');
    },
  });
}

export const CORRECTION_FIELDS = ['leadTimeDays', 'reorderPoint', 'minOrderQuantity', 'packSize'] as const;
export type CorrectionField = (typeof CORRECTION_FIELDS)[number];

/** Filled fields become numbers; empty fields are left out. Without values the correction is reset. */
export function buildCorrection(
  row: { itemId: string; location: string },
  values: Partial<Record<CorrectionField, string>> = {},
): Correction {
  const filled = CORRECTION_FIELDS.flatMap((field) => {
    const text = values[field]?.trim() ?? '';
    return text === '' ? [] : [[field, Number(text)] as const];
  });
  return { itemId: row.itemId, location: row.location, ...Object.fromEntries(filled) };
}
