/** Toggle buttons under one name: one of them pressed, or any number; they wrap on narrow screens. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';

interface ChoiceGroupProps<Choice extends string> {
  label: string;
  choices: readonly Choice[];
  /** The pressed ones. */
  chosen: readonly Choice[];
  /** Called with the button that was pressed. */
  onPress: (choice: Choice) => void;
}

export function ChoiceGroup<Choice extends string>(props: ChoiceGroupProps<Choice>) {
  const { label, choices, chosen, onPress } = props;
  const id = useId();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography id={id} variant="body2" sx={{ color: 'text.secondary', fontWeight: 600, mb: 1 }}>
        {label}
      </Typography>
      <Box role="group" aria-labelledby={id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {choices.map((choice) => {
          const pressed = chosen.includes(choice);
          return (
            <Box
              key={choice}
              component="button"
              type="button"
              aria-pressed={pressed}
              onClick={() => onPress(choice)}
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
              {choice}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
