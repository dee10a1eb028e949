/** Accepts orders of the plan as drafts, exactly once. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { hasPermission } from '@/lib/permissions';
import { newUuid } from '@/lib/uuid';
import { permissionsQuery, useCreateDrafts } from './orderingQueries';
import type { PlanLine } from './planQueries';

const MAX_LINES = 200;

export interface PlanAcceptance {
  isAllowed: boolean;
  isPending: boolean;
  error: unknown;
  accept: (lines: readonly PlanLine[]) => void;
  reset: () => void;
}

/** `onCreated` is called with the number of drafts. */
export function useAcceptPlan(onCreated: (drafts: number) => void): PlanAcceptance {
  const create = useCreateDrafts();
  const account = useQuery(permissionsQuery);
  const request = useRef({ lines: '', id: '' });
  return {
    isAllowed: hasPermission(account.data?.permissions, 'purchasing.order'),
    isPending: create.isPending,
    error: create.error,
    reset: create.reset,
    accept: (lines) => {
      const wanted = lines
        .slice(0, MAX_LINES)
        .flatMap(({ itemId, location, order }) =>
          order === undefined ? [] : [{ itemId, location, quantity: order.quantity }],
        );
      // A retry after a broken connection uses the same idempotency key, so the lines are drafted once.
      const text = JSON.stringify(wanted);
      if (request.current.lines !== text) request.current = { lines: text, id: newUuid() };
      create.mutate(
        { requestId: request.current.id, lines: wanted },
        { onSuccess: (written) => onCreated(written.length) },
      );
    },
  };
}
