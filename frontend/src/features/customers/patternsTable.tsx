/** What the table of patterns is like, whether or not all rows are loaded. */
import { t } from '@/messages/en/customers';
import type { DataTableProps } from '@/ui/table/tableTypes';
import { PatternTerms } from './PatternTerms';
import type { Meta, Pattern } from './queries';

/** Narrower screens show cards, in CSS pixels. */
const TABLE_FROM = 900;

export type PatternsTable = Omit<DataTableProps<Pattern>, 'columns' | 'rows'>;

export const patternsTable = (meta: Meta | undefined): PatternsTable => ({
  id: 'customers',
  isMain: true,
  label: t('patternsTable'),
  rowKey: (row) => row.customerId,
  detail: {
    label: t('details'),
    rowName: (row) => row.customer,
    render: (row) => <PatternTerms pattern={row} />,
  },
  cardsBelow: TABLE_FROM,
  search: { label: t('searchCustomers'), placeholder: t('nameOrCustomerId') },
  defaultOrder: t('largestCustomersFirst'),
  emptyText: t('noMatchingCustomers'),
  fileName: meta?.sample ? 'customer-patterns_sample' : 'customer-patterns',
  asOf: meta?.asOf,
});
