/** A labeled group of toggle buttons, single or multiple choice. Wraps on narrow screens. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

interface ToggleGroupProps<Choice extends string> {
  label: string;
  options: readonly Choice[];
  /** The text of an option. By default, the option itself. */
  optionLabel?: (choice: Choice) => string;
  /** The pressed ones. */
  selected: readonly Choice[];
  /** Called with the pressed button. */
  onToggle: (choice: Choice) => void;
}

export function ToggleGroup<Choice extends string>(props: ToggleGroupProps<Choice>) {
  const { label, options, optionLabel = (choice) => choice, selected, onToggle } = props;
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography id={id} variant="body2" sx={{ color: 'text.secondary', fontWeight: 600, mb: 1 }}>
        {label}
      </Typography>
      <Box role="group" aria-labelledby={id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {options.map((choice) => {
          const pressed = selected.includes(choice);
          return (
            <Box
              key={choice}
              component="button"
              type="button"
              aria-pressed={pressed}
              onClick={() => onToggle(choice)}
              sx={{
                px: 3,
                minHeight: 36,
                border: 1,
                borderColor: pressed ? 'primary.main' : 'outline',
                borderRadius: 0.8,
                typography: 'button',
                color: pressed ? 'primary.contrastText' : 'text.primary',
                bgcolor: pressed ? 'primary.main' : 'background.paper',
                cursor: 'pointer',
                '&:hover': { bgcolor: pressed ? 'primary.main' : 'background.sunk' },
              }}
            >
              {optionLabel(choice)}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
