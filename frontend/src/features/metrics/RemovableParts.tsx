/** Parts of a question, each with a press that removes it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { CloseIcon } from '@/ui/icons';

interface RemovablePart {
  /** Unique among the parts. */
  name: string;
  onRemove: () => void;
}

interface RemovablePartsProps {
  label: string;
  parts: readonly RemovablePart[];
  /** Names the button of a part. */
  removeLabel: (name: string) => string;
  /** What follows the parts. */
  children?: ReactNode;
}

export function RemovableParts({ label, parts, removeLabel, children }: RemovablePartsProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary', fontWeight: 600 }}>
        {label}
      </Typography>
      {parts.map(({ name, onRemove }) => (
        <Button
          key={name}
          size="small"
          variant="outlined"
          aria-label={removeLabel(name)}
          endIcon={<CloseIcon />}
          onClick={onRemove}
        >
          {name}
        </Button>
      ))}
      {children}
    </Box>
  );
}
