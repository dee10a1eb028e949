/** Opens and closes the explanation of one row. */
import Button from '@mui/material/Button';
import { ChevronIcon } from './icons';

interface DetailButtonProps {
  label: string;
  /** The row's name. */
  rowName: string;
  open: boolean;
  onToggle: () => void;
}

export function DetailButton({ label, rowName, open, onToggle }: DetailButtonProps) {
  return (
    <Button
      className="screen-only"
      size="small"
      sx={{ minHeight: 24, py: 0, alignSelf: 'center', flexShrink: 0 }}
      onClick={onToggle}
      aria-expanded={open}
      aria-label={`${label} ${rowName}`}
      endIcon={<ChevronIcon sx={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
    >
      {label}
    </Button>
  );
}
