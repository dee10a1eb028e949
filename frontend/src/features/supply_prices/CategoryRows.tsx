/** Every category of the index: name, trend, index and change. */
import Box from '@mui/material/Box';
import { formatNumber } from '@/lib/format';
import { MISSING_NAME, MISSING_NUMBER, MISSING_TREND } from '@/lib/missingData';
import { translateWord } from '@/lib/translate';
import { t } from '@/messages/en/supply_prices';
import { PercentChange } from '@/ui/PercentChange';
import { DataTable, type Column } from '@/ui/DataTable';
import type { PriceCategory } from './queries';

const columns: Column<PriceCategory>[] = [
  {
    id: 'category',
    value: (row) => row.category || translateWord(MISSING_NAME),
    get heading() {
      return t('category');
    },
    render: (row) => <CategoryName>{row.category || translateWord(MISSING_NAME)}</CategoryName>,
  },
  {
    id: 'trendOver3Months',
    value: (row) => translateWord(row.trend || MISSING_TREND),
    get heading() {
      return t('trendOver3Months');
    },
    render: (row) => translateWord(row.trend || MISSING_TREND),
  },
  {
    id: 'index',
    value: (row) => row.current_price_index ?? MISSING_NUMBER,
    get heading() {
      return t('index');
    },
    numeric: true,
    render: (row) => formatNumber(row.current_price_index ?? MISSING_NUMBER),
  },
  {
    id: 'changeVsMonthBefore',
    value: (row) => row.price_change_percent ?? MISSING_NUMBER,
    get heading() {
      return t('changeVsMonthBefore');
    },
    numeric: true,
    render: (row) => <PercentChange value={row.price_change_percent ?? MISSING_NUMBER} />,
  },
];

export function CategoryRows({ categories }: { categories: readonly PriceCategory[] }) {
  return (
    <DataTable
      id="price-index"
      label={t('priceIndexByCategory')}
      columns={columns}
      rows={categories}
      rowKey={(row, index) => row.category || String(index)}
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
