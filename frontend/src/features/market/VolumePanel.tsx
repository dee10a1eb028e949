/** Trading volume by day, week or month. Each commodity has its own scale, because their units differ. */
import { t } from '@/messages/en/market';
import { BarChart } from '@/ui/charts/BarChart';
import { selectionLabel, buildVolumeChart } from './marketCharts';
import type { MarketFilters } from './marketFilters';
import { MarketPanel } from './MarketPanel';
import { NoQuotes } from './NoQuotes';
import type { Market } from './useMarket';

/** Height of the bars, in CSS pixels. */
const HEIGHT = 200;

export function VolumePanel({ market, choices }: { market: Market; choices: MarketFilters }) {
  const { meta } = market;
  return (
    <MarketPanel
      market={market}
      title={t('tradingVolumeOfMarket', { market: selectionLabel(market.data ?? choices) })}
      holds={t('theVolumes')}
      height={HEIGHT + 60}
      sample={meta?.sample}
    >
      {(shown) => {
        const chart = buildVolumeChart(shown);
        if (chart.series.length > 0) return <BarChart {...chart} height={HEIGHT} apart />;
        return (
          <NoQuotes>
            {shown.cards.length === 0 ? t('noVolumesYetSyncMarketPrices') : t('noVolumesInThisTimeframeFill')}
          </NoQuotes>
        );
      }}
    </MarketPanel>
  );
}
