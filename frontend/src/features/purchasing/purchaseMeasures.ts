/** The measures of the dashboard by month: one request for the cards and for the spend by month. */
import type { MetricQuery } from '@/api/metricQueries';

export const purchaseMeasures: MetricQuery = {
  dataset: 'purchases',
  measures: ['spend', 'avg_order_value', 'on_time_rate', 'suppliers'],
};
