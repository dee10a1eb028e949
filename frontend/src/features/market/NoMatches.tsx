/** Says that no rows match the filters, with a button to clear them. */
import Button from '@mui/material/Button';
import { t } from '@/messages/en/market';
import { EmptyState } from '@/ui/EmptyState';

export function NoMatches({ onClear, children }: { onClear: () => void; children: string }) {
  return (
    <EmptyState
      action={
        <Button variant="outlined" size="small" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
