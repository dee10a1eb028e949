/** A price forecast: the direction, the expected price, and the track record of such forecasts. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { formatCount } from '@/lib/format';
import { formatMonth } from '@/lib/periodFormat';
import { t } from '@/messages/en/market';
import { SentimentBadge, type Sentiment } from '@/ui/SentimentBadge';
import { formatDollars, formatPriceWithUnit } from './commodity';
import type { Card } from './queries';

const SENTIMENTS: Record<string, Sentiment> = { Bullish: 'good', Bearish: 'bad' };

export function Outlook({ card }: { card: Card }) {
  return (
    <Box sx={{ mt: 3, pt: 3, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 2, mb: 1 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('forecast')}
        </Typography>
        <SentimentBadge verdict={SENTIMENTS[card.forecast] ?? 'neutral'}>{card.forecast}</SentimentBadge>
      </Box>
      {[...outlookText(card), card.forecastNote, card.forecastRecord].map(
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

/** The forecast price with its interval, and the probability of a rise. */
function outlookText(card: Card): string[] {
  const {
    forecastMonth,
    forecastPrice,
    forecastBaseMonth,
    forecastBasePrice,
    low80,
    high80,
    probabilityUp,
    unit,
  } = card;
  const words: string[] = [];
  if (forecastMonth !== undefined && forecastPrice !== undefined) {
    const range =
      low80 === undefined || high80 === undefined
        ? ''
        : t('likelyRange', { low80: formatDollars(low80), high80: formatDollars(high80) });
    const price = formatPriceWithUnit(forecastPrice, unit);
    words.push(t('meanPriceForecast', { month: formatMonth(forecastMonth), price, range }));
  }
  if (probabilityUp !== undefined && forecastBaseMonth !== undefined && forecastBasePrice !== undefined)
    words.push(
      t('chanceOfAHigherPrice', {
        probabilityUp: formatCount(probabilityUp),
        month: formatMonth(forecastBaseMonth),
        price: formatDollars(forecastBasePrice),
      }),
    );
  return words;
}
