/** The price trend: all commodities on a common scale, or one in its own unit. */
import { LineChart } from '@/ui/charts/LineChart';
import { MethodDetails } from '@/ui/MethodDetails';
import { buildPriceChart, isRelative, selectionLabel } from './marketCharts';
import type { MarketFilters } from './marketFilters';
import { MarketPanel } from './MarketPanel';
import { NoQuotes } from './NoQuotes';
import type { Market } from './useMarket';

/** Height of the chart, in CSS pixels. */
const HEIGHT = 320;

export function PricePanel({ market, choices }: { market: Market; choices: MarketFilters }) {
  const { meta } = market;
  return (
    <MarketPanel
      market={market}
      title={`Price trend: ${selectionLabel(market.data ?? choices)}`}
      holds="The prices"
      height={HEIGHT + 60}
      sample={meta?.sample}
    >
      {(shown) =>
        shown.prices.length === 0 ? (
          <NoQuotes>
            {shown.cards.length === 0
              ? 'There are no prices to draw yet. Sync market_prices to see how they move.'
              : 'Nothing was quoted in this timeframe. Choose a longer one, or sync newer prices.'}
          </NoQuotes>
        ) : (
          <>
            <LineChart {...buildPriceChart(shown)} height={HEIGHT} zeroLine={isRelative(shown)} />
            <MethodDetails method={meta?.method} rows={meta?.n} excluded={meta?.excluded} asOf={meta?.asOf} />
          </>
        )
      }
    </MarketPanel>
  );
}
