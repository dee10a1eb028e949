/** Where a price is heading: the call, the forecast behind it, and how often such calls came true. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { count } from '@/lib/format';
import { monthName } from '@/lib/spans';
import { VerdictMark, type Verdict } from '@/ui/VerdictMark';
import { dollars, priceWithUnit } from './commodity';
import type { Card } from './queries';

const verdicts: Record<string, Verdict> = { Bullish: 'good', Bearish: 'bad' };

export function Outlook({ card }: { card: Card }) {
  return (
    <Box sx={{ mt: 3, pt: 3, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2, mb: 1 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Forecast
        </Typography>
        <VerdictMark verdict={verdicts[card.forecast] ?? 'neutral'}>{card.forecast}</VerdictMark>
      </Box>
      {[...outlookWords(card), card.forecastNote, card.forecastRecord].map(
        (words) =>
          words !== undefined && (
            <Typography
              key={words}
              variant="body2"
              sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
            >
              {words}
            </Typography>
          ),
      )}
    </Box>
  );
}

/** The forecast price with its interval, and the odds of a rise. */
function outlookWords(card: Card): string[] {
  const { forecastMonth, forecastPrice, low80, high80, probabilityUp, unit } = card;
  const words: string[] = [];
  if (forecastMonth !== undefined && forecastPrice !== undefined) {
    const range =
      low80 === undefined || high80 === undefined
        ? ''
        : `, 80% likely between ${dollars(low80)} and ${dollars(high80)}`;
    words.push(`${monthName(forecastMonth)}: ${priceWithUnit(forecastPrice, unit)}${range}`);
  }
  if (probabilityUp !== undefined) words.push(`${count(probabilityUp)}% chance of a higher price by then`);
  return words;
}
