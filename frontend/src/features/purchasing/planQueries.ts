/** API queries of the purchase plan. */
import { type Schemas } from '@sprout/client';
import { useQueries } from '@tanstack/react-query';
import { pageFetcher } from '@/api/pageFetcher';
import { apiBodyQuery, apiPagesQuery, apiQuery } from '@/api/queries';
import type { PositionLine } from './positionQueries';

export type PlanLine = Schemas['PurchasePlanLine'];
export type PlanOrder = Schemas['PlanOrder'];
export type PlanPage = Schemas['PurchasePlanPage'];

const PLAN = '/api/purchasing/plan';
const PAGE_ROWS = 50;
/** Items per request of the grid's advice, so that a response holds the lines of all their locations. */
const ITEMS_PER_REQUEST = 20;
const MAX_LINES = 200;

/** Currency, method and sums of the whole plan. */
export const planMetaQuery = apiBodyQuery(PLAN, { params: { query: { limit: 1 } } });

/** What to do, page by page. */
export const planQuery = (order: { sort?: string; q?: string }) =>
  apiPagesQuery(PLAN, { limit: PAGE_ROWS, params: { query: order } });

export const planPageFetcher = (order: { sort?: string; q?: string }) =>
  pageFetcher(PLAN, { limit: MAX_LINES, query: order });

const itemPlanQuery = (itemId: string[]) =>
  apiQuery(PLAN, { params: { query: { itemId, limit: MAX_LINES } } });

/** The key of an item at a location. */
export const planKey = ({ itemId, location }: { itemId: string; location: string }): string =>
  `${itemId}\n${location}`;

/** A line of the position with what the plan advises. */
export type AdvisedLine = PositionLine & { advice?: PlanLine | undefined };

const byKey = (lines: readonly PlanLine[]): ReadonlyMap<string, PlanLine> =>
  new Map(lines.map((line) => [planKey(line), line]));

const combinePages = (pages: readonly { data?: PlanPage | undefined }[]): ReadonlyMap<string, PlanLine> =>
  byKey(pages.flatMap(({ data }) => data?.items ?? []));

export const addAdvice = (
  lines: readonly PositionLine[],
  advice: ReadonlyMap<string, PlanLine>,
): AdvisedLine[] =>
  lines.map((line) => {
    const { itemId = '', location = '' } = line;
    return { ...line, advice: advice.get(planKey({ itemId, location })) };
  });

/** What the plan advises for all lines of a category or location. */
export async function fetchAdvice(
  query: { category?: string; location?: string },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PlanLine>> {
  const fetchPage = pageFetcher(PLAN, { limit: MAX_LINES, query });
  const lines: PlanLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor, signal);
    lines.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return byKey(lines);
}

/** What the plan advises for the lines of the position, by `planKey`. */
export function usePlanAdvice(lines: readonly PositionLine[]): ReadonlyMap<string, PlanLine> {
  const items = [
    ...new Set(
      lines.flatMap(({ itemId, location }) =>
        itemId === undefined || location === undefined ? [] : [itemId],
      ),
    ),
  ];
  const parts = Array.from({ length: Math.ceil(items.length / ITEMS_PER_REQUEST) }, (_, part) =>
    items.slice(part * ITEMS_PER_REQUEST, (part + 1) * ITEMS_PER_REQUEST),
  );
  return useQueries({ queries: parts.map(itemPlanQuery), combine: combinePages });
}
