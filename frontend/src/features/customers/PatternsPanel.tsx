/** Customer order patterns. */
import { lazy, Suspense } from 'react';
import { useSignedIn } from '@/auth/session';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/customers';
import { DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { LoadingPlaceholder } from '@/ui/LoadingPlaceholder';
import { CustomersPanel } from './CustomersPanel';
import { patternColumns } from './patternColumns';
import { patternsTable } from './patternsTable';
import type { Customers, Meta } from './queries';

// Loaded where there are more customers than in the first response.
const PagedPatterns = lazy(async () => ({ default: (await import('./PagedPatterns')).PagedPatterns }));

/** Maximum number of rows shown initially. Cards are taller, so fewer of them. */
const FIRST_ROWS = 20;
const FIRST_CARDS = 10;
const PAGED_HEIGHT = 900;

interface PatternsPanelProps {
  customers: Customers;
  meta: Meta | undefined;
}

export function PatternsPanel({ customers, meta }: PatternsPanelProps) {
  const signedIn = useSignedIn();
  const { customer_patterns: patterns, customersWithOrders } = customers;
  return (
    <CustomersPanel title={t('customerPurchasingPatterns')} meta={meta}>
      {patterns.length === 0 ? (
        <EmptyState>{t('noOrdersYet')}</EmptyState>
      ) : signedIn && patterns.length < customersWithOrders ? (
        <Suspense fallback={<LoadingPlaceholder label={t('loading')} height={PAGED_HEIGHT} />}>
          <PagedPatterns table={patternsTable(meta)} currency={meta?.currency} />
        </Suspense>
      ) : (
        <DataTable
          {...patternsTable(meta)}
          columns={patternColumns(meta?.currency, signedIn)}
          rows={patterns}
          initialRows={FIRST_ROWS}
          initialCards={FIRST_CARDS}
          describe={describe}
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
