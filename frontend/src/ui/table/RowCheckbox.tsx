/** The checkbox of a row, or of all rows. */
import Box from '@mui/material/Box';
import type { ChangeEvent } from 'react';

interface RowCheckboxProps {
  label: string;
  checked: boolean;
  /** Some rows are selected, but not all. */
  mixed?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function RowCheckbox({ label, checked, mixed = false, onChange }: RowCheckboxProps) {
  return (
    <Box
      component="input"
      type="checkbox"
      className="screen-only"
      aria-label={label}
      checked={checked}
      ref={(input: HTMLInputElement | null) => {
        if (input) input.indeterminate = mixed;
      }}
      onChange={onChange}
      sx={(theme) => ({
        width: 20,
        height: 20,
        m: 0,
        flexShrink: 0,
        verticalAlign: 'middle',
        accentColor: (theme.vars ?? theme).palette.primary.main,
      })}
    />
  );
}
