/** API queries of the season position. */
import { type Schemas } from '@sprout/client';
import { apiBodyQuery, apiPagesQuery, apiQuery } from '@/api/queries';
import type { PositionState } from './positionState';

export type PositionLine = Schemas['SeasonPositionLine'];
export type PositionWeek = Schemas['SeasonPositionWeek'];
export type PositionTerms = Schemas['SeasonPositionTerms'];

const POSITION = '/api/purchasing/position';
const PAGE_ROWS = 50;

/** Currency, dates and filters: the same for all lines. */
export const positionMetaQuery = apiBodyQuery(POSITION, { params: { query: { limit: 1, weeks: 1 } } });

/** The lines of a state, page by page. */
export const positionQuery = (
  { group, weeks, category, location, onlyShort }: PositionState,
  order: { sort?: string; q?: string },
) =>
  apiPagesQuery(POSITION, {
    limit: PAGE_ROWS,
    params: {
      query: {
        groupBy: group,
        weeks,
        ...(category !== '' && { category }),
        ...(location !== '' && { location }),
        ...(onlyShort && { onlyShort }),
        ...order,
      },
    },
  });

/** What makes the balance of an item at a location in a week. */
export const positionWeekQuery = (itemId: string, location: string, day: string) =>
  apiQuery('/api/purchasing/position/week', { params: { query: { itemId, location, day } } });
