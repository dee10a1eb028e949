/** Savings of buying in each month instead of at peak demand. Months without any purchase have no bar. */
import Typography from '@mui/material/Typography';
import { formatPercent, formatSigned, formatSignedPercent } from '@/lib/format';
import { t } from '@/messages/en/customers';
import { SignedBarChart } from '@/ui/charts/SignedBarChart';
import type { BuyingMonth } from './queries';

/** Height of the chart, in CSS pixels. */
const HEIGHT = 300;

export function BuyingMonths({ months }: { months: readonly BuyingMonth[] }) {
  const unknown = months.filter(({ value }) => value === undefined).map(({ month }) => month);
  return (
    <>
      <SignedBarChart
        label={t('optimalPurchaseWindows')}
        unit={t('savedByMonthComparedWithBuying')}
        axis={{ heading: t('month'), points: months.map(({ month }) => month) }}
        name={t('saved')}
        values={months.map(({ value }) => value)}
        above="green"
        below="amber"
        format={formatSignedPercent}
        tickFormat={formatPercent}
        barFormat={(value) => formatSigned(Math.round(value * 10) / 10)}
        height={HEIGHT}
      />
      {unknown.length > 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 2 }}>
          {t('noPurchasesYetInTheseMonths', { months: unknown.join(', ') })}
        </Typography>
      )}
    </>
  );
}
