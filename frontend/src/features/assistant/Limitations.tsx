/** What the assistant does not answer, and why. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { t } from '@/messages/en/assistant_demo';
import { Panel } from '@/ui/Panel';

const LIMITATIONS = [
  ['Other organizations', 'Sprout AI only sees your organization’s data.'],
  ['Changes', 'Sprout AI only reads data. It never orders, sends or changes anything.'],
  ['Price forecasts and trading advice', 'It shows past prices, not future ones.'],
  ['Application rates', 'Follow the product label and ask your agronomist.'],
  ['Figures without enough data', 'If there is too little data, it says so instead of guessing.'],
] as const;

export function Limitations() {
  return (
    <Panel title={t('whatSproutAiCantAnswer')} subtitle={t('itGivesTheReasonAndSuggests')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3 }}>
        {LIMITATIONS.map(([what, why]) => (
          <div key={what}>
            <Typography component="dt" sx={{ fontWeight: 600 }}>
              {what}
            </Typography>
            <Typography component="dd" sx={{ m: 0, color: 'text.secondary' }}>
              {why}
            </Typography>
          </div>
        ))}
      </Box>
    </Panel>
  );
}
