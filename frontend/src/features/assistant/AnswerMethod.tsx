/** How Sprout AI answers, and what its confidence badge means. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/assistant_demo';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { CONFIDENCE } from './confidence';

const steps = [
  [
    'Sprout AI reads your question',
    'It looks up items, customers and suppliers in your own data, and asks you if something is ambiguous.',
  ],
  [
    'It computes the figures',
    'It uses the same calculations as the dashboard, limited to what your role can see.',
  ],
  [
    'It writes the answer',
    'Every figure comes from your own data. Open a figure to see its rows and their date.',
  ],
] as const;

export function AnswerMethod() {
  return (
    <Panel title={t('howSproutAiAnswers')}>
      <Box component="ol" sx={{ m: 0, pl: 5, display: 'grid', gap: 3, '& ::marker': { fontWeight: 600 } }}>
        {steps.map(([step, how]) => (
          <li key={step}>
            <Typography sx={{ fontWeight: 600 }}>{step}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{how}</Typography>
          </li>
        ))}
      </Box>
      <Typography component="h3" variant="h3" sx={{ mt: 6, mb: 3 }}>
        {t('confidenceLevels')}
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
