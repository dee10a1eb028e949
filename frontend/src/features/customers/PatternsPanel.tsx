/** Customer order patterns. */
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/customers';
import { DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { CustomersPanel } from './CustomersPanel';
import { patternColumns } from './patternColumns';
import { PatternTerms } from './PatternTerms';
import type { Customers, Meta } from './queries';

/** Maximum number of rows shown initially. Cards are taller, so fewer of them. */
const FIRST_ROWS = 20;
const FIRST_CARDS = 10;
/** Narrower screens show cards, in CSS pixels. */
const TABLE_FROM = 900;

interface PatternsPanelProps {
  customers: Customers;
  meta: Meta | undefined;
}

export function PatternsPanel({ customers, meta }: PatternsPanelProps) {
  const { customer_patterns: patterns, customersWithOrders } = customers;
  return (
    <CustomersPanel title={t('customerPurchasingPatterns')} meta={meta}>
      {patterns.length === 0 ? (
        <EmptyState>{t('noOrdersYet')}</EmptyState>
      ) : (
        <DataTable
          id="customers"
          isMain
          label={t('patternsTable')}
          columns={patternColumns(meta?.currency)}
          rows={patterns}
          rowKey={(row) => row.customerId}
          detail={{
            label: t('details'),
            rowName: (row) => row.customer,
            render: (row) => <PatternTerms pattern={row} />,
          }}
          cardsBelow={TABLE_FROM}
          initialRows={FIRST_ROWS}
          initialCards={FIRST_CARDS}
          search={{ label: t('searchCustomers'), placeholder: t('nameOrCustomerId') }}
          defaultOrder={t('largestCustomersFirst')}
          emptyText={t('noMatchingCustomers')}
          describe={describe}
          fileName={meta?.sample ? 'customer-patterns_sample' : 'customer-patterns'}
          asOf={meta?.asOf}
        />
      )}
    </CustomersPanel>
  );

  /** How many of all rows are visible. */
  function describe(shown: number): string {
    const listed = patterns.length;
    const whole =
      listed < customersWithOrders
        ? t('theLargestOfCustomersWithOrders', {
            listed: formatCount(listed),
            customersWithOrders: formatCount(customersWithOrders),
          })
        : t('withOrders', { count: listed, listed: formatCount(listed) });
    return t('showingOf', { shown: formatCount(shown), whole });
  }
}
