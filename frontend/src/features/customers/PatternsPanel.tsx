/** Customer order patterns: sorted, filtered and exported as CSV. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState, type ReactNode } from 'react';
import { toCsv } from '@/lib/csv';
import { downloadText } from '@/lib/download';
import { formatCount } from '@/lib/format';
import { t } from '@/messages/en/customers';
import { EmptyState } from '@/ui/EmptyState';
import { CustomersPanel } from './CustomersPanel';
import { exportPatterns, exportFileName } from './patternExport';
import { FilterInput } from './FilterInput';
import { patternColumns } from './patternColumns';
import { PatternTable } from './PatternTable';
import type { Customers, Meta } from './queries';
import { filterPatterns } from './filtering';
import { usePatternFilters } from './usePatternFilters';

/** Maximum number of rows shown initially. Cards are taller, so fewer of them. */
const FIRST_ROWS = 20;
const FIRST_CARDS = 10;
/** The filter appears above this number of rows. */
const UNFILTERED = 20;

interface PatternsPanelProps {
  customers: Customers;
  meta: Meta | undefined;
}

export function PatternsPanel({ customers, meta }: PatternsPanelProps) {
  const { filters, setSort, setFilter } = usePatternFilters();
  const [all, setAll] = useState(false);
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const first = narrow ? FIRST_CARDS : FIRST_ROWS;
  const { customer_patterns: patterns, customersWithOrders } = customers;
  const matching = filterPatterns(patterns, filters.filter, filters.sort);
  const shown = all ? matching : matching.slice(0, first);
  const save = () =>
    downloadText(exportFileName(meta), 'text/csv', toCsv(exportPatterns(matching, meta, filters)));
  return (
    <CustomersPanel
      title={t('customerPurchasingPatterns')}
      meta={meta}
      actions={
        <Button variant="outlined" size="small" onClick={save} disabled={matching.length === 0}>
          {t('exportRowsAsCsv', { matching: formatCount(matching.length), count: matching.length })}
        </Button>
      }
    >
      {body()}
    </CustomersPanel>
  );

  function body(): ReactNode {
    if (patterns.length === 0) return <EmptyState>{t('noOrdersYet')}</EmptyState>;
    return (
      <>
        {(patterns.length > UNFILTERED || filters.filter !== '') && (
          <Box className="screen-only" sx={{ maxWidth: 360, mb: 3 }}>
            <FilterInput value={filters.filter} onChange={setFilter} />
          </Box>
        )}
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          {extent()}
        </Typography>
        {matching.length === 0 ? (
          <EmptyState
            action={
              <Button variant="outlined" size="small" onClick={() => setFilter('')}>
                {t('clearSearch')}
              </Button>
            }
          >
            {t('noMatchingCustomers')}
          </EmptyState>
        ) : (
          <PatternTable
            columns={patternColumns(meta?.currency)}
            rows={shown}
            sort={filters.sort}
            onSort={setSort}
          />
        )}
        {matching.length > first && (
          <Button className="screen-only" sx={{ mt: 3 }} onClick={() => setAll(!all)}>
            {all
              ? t('showTheFirst', { first: formatCount(first) })
              : t('showAll', { matching: formatCount(matching.length) })}
          </Button>
        )}
      </>
    );
  }

  /** How many of all rows are visible. */
  function extent(): string {
    const listed = patterns.length;
    const whole =
      listed < customersWithOrders
        ? t('theLargestOfCustomersWithOrders', {
            listed: formatCount(listed),
            customersWithOrders: formatCount(customersWithOrders),
          })
        : t('withOrders', { count: listed, listed: formatCount(listed) });
    return t('showingOf', { shown: formatCount(shown.length), whole });
  }
}
