/** The time series behind an answer. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { LineChart } from '@/ui/charts/LineChart';
import { buildCharts } from './answerCharts';
import type { Answer } from './queries';

/** Height of a chart, in CSS pixels. */
const HEIGHT = 240;

export function AnswerChart({ answer }: { answer: Answer }) {
  return buildCharts(answer).map((one) => (
    <Box key={one.unit} sx={{ mt: 4, minWidth: 0 }}>
      <Typography component="h3" variant="body1" sx={{ fontWeight: 650 }}>
        {one.label}
      </Typography>
      <LineChart {...one} height={HEIGHT} />
    </Box>
  ));
}
