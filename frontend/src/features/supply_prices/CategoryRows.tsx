/** Every category of the index: name, trend, index and change. */
import Box from '@mui/material/Box';
import { number } from '@/lib/format';
import { Change } from '@/ui/Change';
import { DataTable, type Column } from '@/ui/DataTable';
import type { PriceCategory } from './queries';

const columns: Column<PriceCategory>[] = [
  { heading: 'Category', show: (row) => <CategoryName>{row.category || 'Unknown'}</CategoryName> },
  { heading: 'Trend', show: (row) => row.trend || 'stable' },
  { heading: 'Index', numeric: true, show: (row) => number(row.current_price_index ?? 0) },
  { heading: 'Change', numeric: true, show: (row) => <Change value={row.price_change_percent ?? 0} /> },
];

export function CategoryRows({ categories }: { categories: readonly PriceCategory[] }) {
  return (
    <DataTable
      label="Price index by category"
      columns={columns}
      rows={categories}
      rowKey={(row, place) => row.category || String(place)}
    />
  );
}

function CategoryName({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ textTransform: 'capitalize' }}>
      {children}
    </Box>
  );
}
