/** What the assistant does not answer, and why. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Panel } from '@/ui/Panel';

const LIMITATIONS = [
  ['Other organizations', 'It sees your own rows and nobody else’s.'],
  ['Changes', 'It only reads: it orders, sends and changes nothing.'],
  ['Price calls and trading advice', 'It shows how prices moved, not what they will be on a day to come.'],
  ['Application rates', 'The product’s label and your agronomist decide.'],
  ['Figures without rows', 'Where there are too few rows it says so instead of guessing.'],
] as const;

export function Limitations() {
  return (
    <Panel title="What it does not answer" subtitle="It says why, and what can be asked instead.">
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
