/** Saves what the page shows as a CSV file. */
import Button from '@mui/material/Button';
import { toCsv } from '@/lib/csv';
import { downloadText } from '@/lib/download';
import { t } from '@/messages/en/market';
import type { MarketFilters } from './marketFilters';
import { exportRows, exportFileName } from './marketExport';
import type { Market } from './useMarket';

export function ExportButton({ market, choices }: { market: Market; choices: MarketFilters }) {
  const { data, meta } = market;
  return (
    <Button
      variant="outlined"
      disabled={!data}
      onClick={() => {
        if (data) downloadText(exportFileName(data), 'text/csv', toCsv(exportRows(data, meta, choices)));
      }}
    >
      {t('export')}
    </Button>
  );
}
