/** Opens and closes the filters, and shows how many are set. */
import Button from '@mui/material/Button';
import { t } from '@/messages/en/market';
import { ChevronIcon } from '@/ui/icons';
import { useFiltersDisclosure } from './FiltersDisclosure';

/** `set` is how many filters are set. */
export function FiltersButton({ set }: { set: number }) {
  const { id, open, toggle } = useFiltersDisclosure();
  return (
    <Button
      variant="outlined"
      onClick={toggle}
      aria-expanded={open}
      {...(open && { 'aria-controls': id })}
      endIcon={<ChevronIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
    >
      {set === 0 ? t('filters') : t('filtersWithCount', { set: String(set) })}
    </Button>
  );
}
