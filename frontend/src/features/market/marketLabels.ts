/** Labels of the choices on the market page. */
import { t } from '@/messages/en/market';
import type { COMMODITY_FILTERS, IMPACTS, REGIONS, Timeframe } from './marketFilters';

type MarketChoice = (typeof COMMODITY_FILTERS | typeof REGIONS | typeof IMPACTS)[number];

const LABELS: Record<MarketChoice, string> = {
  get All() {
    return t('all');
  },
  get Corn() {
    return t('corn');
  },
  get Soybeans() {
    return t('soybeans');
  },
  get Wheat() {
    return t('wheat');
  },
  get Fertilizer() {
    return t('fertilizer');
  },
  get Midwest() {
    return t('midwest');
  },
  get Plains() {
    return t('plains');
  },
  get Southeast() {
    return t('southeast');
  },
  get Northeast() {
    return t('northeast');
  },
  get Positive() {
    return t('positive');
  },
  get Neutral() {
    return t('neutral');
  },
  get Negative() {
    return t('negative');
  },
};

/** The label of a commodity, region or impact, by its name on the server. */
export const marketLabel = (choice: string): string => LABELS[choice as MarketChoice] ?? choice;

const PERIODS: Record<Timeframe, string> = {
  get '1M'() {
    return t('oneMonth');
  },
  get '3M'() {
    return t('threeMonths');
  },
  get '6M'() {
    return t('sixMonths');
  },
  get '1Y'() {
    return t('oneYear');
  },
};

/** The length of a timeframe, as text. */
export const timeframeLabel = (timeframe: string): string => PERIODS[timeframe as Timeframe] ?? timeframe;
