/** What the customer page asks of the API: one answer with everything. */
import { answer, type Schemas } from '@sprout/client';
import { queryOptions } from '@tanstack/react-query';
import { sprout } from '@/api/client';

export type Customers = Schemas['CustomerSegmentation'];
export type Segment = Schemas['SegmentationRow'];
export type Pattern = Schemas['CustomerPattern'];
export type NeedsWeek = Schemas['PredictionTrend'];
export type BuyingMonth = Schemas['PurchaseWindowPoint'];
export type BestMonthToBuy = Schemas['BestMonthToBuy'];
export type HeadlineFigure = Schemas['HeadlineFigure'];
export type Meta = Schemas['Meta'];

export const customerSegmentation = queryOptions({
  queryKey: ['/api/customer-segmentation'],
  queryFn: ({ signal }) => answer(sprout.GET('/api/customer-segmentation', { signal })),
});
