/** The arithmetic behind one recommendation, line by line, so that a reader can do it again. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { money, number } from '@/lib/format';
import { quantity } from '@/lib/units';
import type { Recommendation } from './queries';

interface RecommendationTermsProps {
  row: Recommendation;
  /** ISO 4217. */
  currency: string | undefined;
}

export function RecommendationTerms({ row, currency }: RecommendationTermsProps) {
  const { terms, unit } = row;
  const amount = (value: number) => quantity(value, unit);
  const days = terms.leadTimeDays + terms.reviewDays;
  const lead = `${terms.leadTimeDays} days${terms.leadTimeAssumed ? ' (assumed: none on record)' : ''}`;
  const minimum = terms.minOrderQuantity;
  const lines: [term: string, value: string][] = [
    [positionWords(terms), `${sum(terms)} = ${amount(terms.position)}`],
    ['Reorder point', amount(terms.reorderPoint)],
    ['Sold in the last 12 months', amount(terms.soldLastYear)],
    ['Lead time + review', `${lead} + ${terms.reviewDays} days`],
    [`Expected sales in ${days} days`, amount(terms.expectedSales)],
    ['Order up to: reorder point + expected sales', amount(terms.orderUpTo)],
    ['Shortfall: order up to - stock position', amount(terms.shortfall)],
    ...(minimum === undefined ? [] : [['Minimum order', amount(minimum)] satisfies [string, string]]),
    ['Recommended, in whole packs', `${amount(row.recommended)} (pack of ${amount(terms.packSize)})`],
    [
      'Cost',
      `${amount(row.recommended)} x ${money(terms.unitCost, currency)} = ${money(row.cost, currency)}`,
    ],
  ];
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1, maxWidth: 640 }}>
      {lines.map(([term, value]) => (
        <Box
          key={term}
          sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4 }}
        >
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {term}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** What was ordered from a draft is named where there is any. */
function positionWords({ ordered }: Recommendation['terms']): string {
  const here = ordered > 0 ? ' + ordered from drafts' : '';
  return `Stock position: on hand + on order${here} - booked`;
}

function sum({ onHand, onOrder, ordered, booked }: Recommendation['terms']): string {
  const here = ordered > 0 ? ` + ${number(ordered)}` : '';
  return `${number(onHand)} + ${number(onOrder)}${here} - ${number(booked)}`;
}
