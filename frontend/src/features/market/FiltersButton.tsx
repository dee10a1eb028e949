/** Opens and closes the filters, and shows how many are set. */
import Button from '@mui/material/Button';
import { t } from '@/messages/en/market';
import { ChevronIcon } from '@/ui/icons';

interface FiltersButtonProps {
  /** How many filters are set. */
  set: number;
  open: boolean;
  /** The ID of the filter panel. */
  controls: string;
  onToggle: () => void;
}

export function FiltersButton({ set, open, controls, onToggle }: FiltersButtonProps) {
  return (
    <Button
      variant="outlined"
      onClick={onToggle}
      aria-expanded={open}
      {...(open && { 'aria-controls': controls })}
      endIcon={<ChevronIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
    >
      {set === 0 ? t('filters') : t('filtersWithCount', { set: String(set) })}
    </Button>
  );
}
