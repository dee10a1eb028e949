/** How an answer is made, and what its confidence badge means. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { CONFIDENCE } from './confidence';

const steps = [
  [
    'Your question is read',
    'Items, customers and suppliers are looked up in your own lists; what stays open is asked back.',
  ],
  [
    'Figures are computed',
    'By the same code that fills the dashboard and the other pages, with what your role may see.',
  ],
  [
    'The answer is put together',
    'Every figure comes from your own rows and can be opened with its rows and their day.',
  ],
] as const;

export function AnswerMethod() {
  return (
    <Panel title="How an answer is made">
      <Box component="ol" sx={{ m: 0, pl: 5, display: 'grid', gap: 3, '& ::marker': { fontWeight: 600 } }}>
        {steps.map(([step, how]) => (
          <li key={step}>
            <Typography sx={{ fontWeight: 600 }}>{step}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{how}</Typography>
          </li>
        ))}
      </Box>
      <Typography component="h3" variant="h3" sx={{ mt: 6, mb: 3 }}>
        What the confidence badge means
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 4, rowGap: 3 }}
      >
        {Object.entries(CONFIDENCE).map(([word, { tone, meaning }]) => (
          <Box key={word} sx={{ display: 'contents' }}>
            <dt>
              <StatusBadge tone={tone}>{word}</StatusBadge>
            </dt>
            <Typography component="dd" sx={{ m: 0, color: 'text.secondary' }}>
              {meaning}
            </Typography>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
