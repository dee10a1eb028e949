/**
 * A small response of the customer operation for tests: one row of every kind, and any number of customers.
 */
import type { Schemas } from '@sprout/client';

type Pattern = Schemas['CustomerPattern'];

const day = (month: number, date: number) =>
  `2026-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;

const pattern = (changed: Partial<Pattern> = {}): Pattern => ({
  customer: 'Birch Hill Farms',
  customerId: 'C-2',
  last_purchase: day(5, 1),
  frequency: 12.5,
  average_spend: 1234.5,
  predicted_next: day(7, 2),
  orderIn30DaysPercent: 61.25,
  stillCustomerPercent: 97.5,
  orders: 40,
  ...changed,
});

/** Three customers, largest first: one with a note, one without a next order. */
const threePatterns: Pattern[] = [
  pattern({ predictedNextLow80: day(6, 20), predictedNextHigh80: day(8, 9) }),
  pattern({
    customer: 'Alder Creek, LLC',
    customerId: 'C-1',
    last_purchase: day(6, 3),
    frequency: 30,
    average_spend: 900,
    predicted_next: 'Unlikely to return',
    stillCustomerPercent: 2,
  }),
  pattern({
    customer: '=Cedar & Sons',
    customerId: 'C-3',
    last_purchase: day(4, 9),
    frequency: 1,
    average_spend: 2000,
    predicted_next: day(6, 30),
    predictedNextLow80: day(6, 20),
    predictedNextNote: 'one order so far: the window of similar customers, low confidence',
    orders: 1,
  }),
];

/** `size` customers, with numbered names. */
export const manyPatterns = (size: number): Pattern[] =>
  Array.from({ length: size }, (_, index) =>
    pattern({
      customer: `Farm ${String(index + 1)}`,
      customerId: `F-${String(index + 1)}`,
      frequency: size - index,
    }),
  );

export const customers: Schemas['CustomerSegmentation'] = {
  segmentation: [
    {
      segment: 'Champions',
      description: 'Buy often: 2 customers, 21.1 orders a year each',
      predicted_needs: 'About 8 orders in the next 90 days: seed 60 %, fertilizer 40 %',
      optimal_purchase_time: 'Seed in Sep, fertilizer in Oct',
      potential_savings: 1234.5,
      potentialSavingsLow80: 800,
      potentialSavingsHigh80: 1700.25,
      customers: 2,
      rule: 'Among the most recent, most frequent and largest buyers',
    },
    {
      segment: 'Lost',
      description: 'Silent: 1 customer',
      predicted_needs: 'Hardly any orders in the next 90 days',
      optimal_purchase_time: 'Needs 2 years of purchases',
      potentialSavingsNote: 'No purchase prices for what they buy',
      customers: 1,
      rule: 'Silent for longer than their pattern explains, with smaller amounts',
    },
  ],
  customer_patterns: threePatterns,
  prediction_trends: [
    { week: '2026-W25', percentage: 87.29, low80: 64.25, high80: 110.34 },
    { week: '2026-W26', percentage: 101 },
  ],
  purchase_windows: [{ month: 'Jan', value: 3.5 }, { month: 'Feb', value: -1.91 }, { month: 'Mar' }],
  headlines: {
    predictedNeeds: { percent: 20.39, changePoints: -0.07 },
    purchaseWindow: { percent: 3.5, changePoints: 0 },
    purchaseWindowCategories: [
      { category: 'fertilizer', month: 'Dec', percent: 6.1 },
      { category: 'seed', month: 'Jan', percent: 0.4 },
    ],
  },
  status: {},
  customersWithOrders: 3,
};
