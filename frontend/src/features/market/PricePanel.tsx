/** The price trend: all commodities on a common scale, or one in its own unit. */
import { t } from '@/messages/en/market';
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
      title={t('priceTrendOfMarket', { market: selectionLabel(market.data ?? choices) })}
      holds={t('thePrices')}
      height={HEIGHT + 60}
      sample={meta?.sample}
    >
      {(shown) =>
        shown.prices.length === 0 ? (
          <NoQuotes>
            {shown.cards.length === 0 ? t('noPricesYetSyncMarketPrices') : t('noPricesInThisTimeframeChoose')}
          </NoQuotes>
        ) : (
          <>
            <LineChart {...buildPriceChart(shown)} height={HEIGHT} zeroLine={isRelative(shown)} />
            <MethodDetails
              method={meta?.method}
              rows={meta?.n}
              excluded={meta?.excluded}
              exclusions={meta?.exclusions}
              asOf={meta?.asOf}
            />
          </>
        )
      }
    </MarketPanel>
  );
}
