/** API query of the customer page: one response with everything. */
import { type Schemas } from '@sprout/client';
import { apiBodyQuery, apiPagesQuery } from '@/api/queries';

export type Customers = Schemas['CustomerSegmentation'];
export type Segment = Schemas['SegmentationRow'];
export type Pattern = Schemas['CustomerPattern'];
export type NeedsWeek = Schemas['PredictionTrend'];
export type BuyingMonth = Schemas['PurchaseWindowPoint'];
export type BestMonthToBuy = Schemas['BestMonthToBuy'];
export type HeadlineFigure = Schemas['HeadlineFigure'];
export type Meta = Schemas['Meta'];

export const customerSegmentationQuery = apiBodyQuery('/api/customer-segmentation');

/** Maximum number of customers of one page. */
export const PAGE_ROWS = 200;

/** All customers with orders, page by page, in any order. */
export const customerPagesQuery = (order: { sort?: string; q?: string }) =>
  apiPagesQuery('/api/customers', { limit: PAGE_ROWS, params: { query: order } });
