/** Saves what the page shows as a CSV file. */
import Button from '@mui/material/Button';
import { csv } from '@/lib/csv';
import { downloadText } from '@/lib/download';
import type { MarketChoices } from './choices';
import { exportedRows, exportName } from './exported';
import type { Market } from './useMarket';

export function ExportButton({ market, choices }: { market: Market; choices: MarketChoices }) {
  const { shown, meta } = market;
  return (
    <Button
      variant="outlined"
      disabled={!shown}
      onClick={() => {
        if (shown) downloadText(exportName(shown), 'text/csv', csv(exportedRows(shown, meta, choices)));
      }}
    >
      Export
    </Button>
  );
}
