/** API queries of the season position. */
import { type Schemas } from '@sprout/client';
import { pageFetcher } from '@/api/pageFetcher';
import { apiPagesQuery, apiQuery } from '@/api/queries';
import type { FetchPage } from '@/ui/table/tableTypes';
import { addAdvice, fetchAdvice, type AdvisedLine, type PlanLine } from './planQueries';
import type { PositionState } from './positionState';

export type PositionLine = Schemas['SeasonPositionLine'];
export type PositionWeek = Schemas['SeasonPositionWeek'];
export type PositionTerms = Schemas['SeasonPositionTerms'];

const POSITION = '/api/purchasing/position';
const PAGE_ROWS = 50;
/** The most that the server has in a page. */
const FILE_PAGE_ROWS = 200;

type ListOrder = { sort?: string; q?: string };

const chooseLines = ({ category, location }: PositionState) => ({
  ...(category !== '' && { category }),
  ...(location !== '' && { location }),
});

/** The parameters of a request for the lines of a state. */
export const toPositionQuery = (state: PositionState, order: ListOrder) => ({
  groupBy: state.group,
  weeks: state.weeks,
  ...chooseLines(state),
  ...(state.onlyShort && { onlyShort: true }),
  ...order,
});

/** The lines of a state, page by page. */
export const positionQuery = (state: PositionState, order: ListOrder) =>
  apiPagesQuery(POSITION, { limit: PAGE_ROWS, params: { query: toPositionQuery(state, order) } });

/** Fetches the lines of a state for a file, with what the plan advises. */
export function positionPageFetcher(state: PositionState, order: ListOrder): FetchPage<AdvisedLine> {
  const fetchPage = pageFetcher(POSITION, { limit: FILE_PAGE_ROWS, query: toPositionQuery(state, order) });
  let advice: ReadonlyMap<string, PlanLine> = new Map();
  return async (cursor, signal) => {
    const isAdvised = state.group === 'item_location';
    if (cursor === undefined && isAdvised) advice = await fetchAdvice(chooseLines(state), signal);
    const page = await fetchPage(cursor, signal);
    return { ...page, items: addAdvice(page.items, advice) };
  };
}

/** What makes the balance of an item at a location in a week. */
export const positionWeekQuery = (itemId: string, location: string, day: string) =>
  apiQuery('/api/purchasing/position/week', { params: { query: { itemId, location, day } } });
