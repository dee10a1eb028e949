/** Every customer's rhythm and next order: sorted, filtered, and saved as a file. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState, type ReactNode } from 'react';
import { csv } from '@/lib/csv';
import { downloadText } from '@/lib/download';
import { count } from '@/lib/format';
import { Notice } from '@/ui/Notice';
import { CustomersPanel } from './CustomersPanel';
import { exportedPatterns, exportName } from './exported';
import { FilterInput } from './FilterInput';
import { patternColumns } from './patternColumns';
import { PatternTable } from './PatternTable';
import type { Customers, Meta } from './queries';
import { shownPatterns } from './shown';
import { usePatternChoices } from './usePatternChoices';

/** So many rows are shown until the reader asks for the rest; cards are taller, so fewer of them. */
const FIRST_ROWS = 20;
const FIRST_CARDS = 10;
/** With no more rows than these there is nothing to filter. */
const UNFILTERED = 20;

interface PatternsPanelProps {
  customers: Customers;
  meta: Meta | undefined;
}

export function PatternsPanel({ customers, meta }: PatternsPanelProps) {
  const { choices, setSort, setFilter } = usePatternChoices();
  const [all, setAll] = useState(false);
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const first = narrow ? FIRST_CARDS : FIRST_ROWS;
  const { customer_patterns: patterns, customersWithOrders } = customers;
  const matching = shownPatterns(patterns, choices.filter, choices.sort);
  const shown = all ? matching : matching.slice(0, first);
  const save = () =>
    downloadText(exportName(meta), 'text/csv', csv(exportedPatterns(matching, meta, choices)));
  return (
    <CustomersPanel
      title="Customer Purchasing Patterns"
      meta={meta}
      actions={
        <Button variant="outlined" size="small" onClick={save} disabled={matching.length === 0}>
          Export {count(matching.length)} {matching.length === 1 ? 'row' : 'rows'} as CSV
        </Button>
      }
    >
      {body()}
    </CustomersPanel>
  );

  function body(): ReactNode {
    if (patterns.length === 0) return <Notice>No customer has ordered yet.</Notice>;
    return (
      <>
        {(patterns.length > UNFILTERED || choices.filter !== '') && (
          <Box className="screen-only" sx={{ maxWidth: 360, mb: 3 }}>
            <FilterInput value={choices.filter} onChange={setFilter} />
          </Box>
        )}
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
          {extent()}
        </Typography>
        {matching.length === 0 ? (
          <Notice
            action={
              <Button variant="outlined" size="small" onClick={() => setFilter('')}>
                Clear the filter
              </Button>
            }
          >
            No customer matches the filter.
          </Notice>
        ) : (
          <PatternTable
            columns={patternColumns(meta?.currency)}
            rows={shown}
            sort={choices.sort}
            onSort={setSort}
          />
        )}
        {matching.length > first && (
          <Button className="screen-only" sx={{ mt: 3 }} onClick={() => setAll(!all)}>
            {all ? `Show the first ${count(first)}` : `Show all ${count(matching.length)}`}
          </Button>
        )}
      </>
    );
  }

  /** How much of the whole is in sight. */
  function extent(): string {
    const listed = patterns.length;
    const whole =
      listed < customersWithOrders
        ? `the ${count(listed)} largest of ${count(customersWithOrders)} customers with orders`
        : `${count(listed)} ${listed === 1 ? 'customer' : 'customers'} with orders`;
    return `Showing ${count(shown.length)} of ${whole}.`;
  }
}
