/** How Sprout AI answers, and what its confidence badge means. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/assistant_demo';
import { Panel } from '@/ui/Panel';
import { StatusBadge } from '@/ui/StatusBadge';
import { CONFIDENCE } from './confidence';

const steps = () =>
  [
    [t('readsYourQuestion'), t('howItReads')],
    [t('computesTheFigures'), t('howItComputes')],
    [t('writesTheAnswer'), t('howItWrites')],
  ] as const;

export function AnswerMethod() {
  return (
    <Panel title={t('howSproutAiAnswers')}>
      <Box
        component="ol"
        sx={{ m: 0, paddingInlineStart: 5, display: 'grid', gap: 3, '& ::marker': { fontWeight: 600 } }}
      >
        {steps().map(([step, how]) => (
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
        {Object.entries(CONFIDENCE).map(([level, { tone, label, meaning }]) => (
          <Box key={level} sx={{ display: 'contents' }}>
            <dt>
              <StatusBadge tone={tone}>{label}</StatusBadge>
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
