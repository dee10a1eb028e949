/** Says that the filters leave nothing over, and takes them away. */
import Button from '@mui/material/Button';
import { Notice } from '@/ui/Notice';

export function NothingLeft({ onClear, children }: { onClear: () => void; children: string }) {
  return (
    <Notice
      action={
        <Button variant="outlined" size="small" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
