/** The assistant's topics, one entry per card. */
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { t } from '@/messages/en/assistant_demo';
import { BuyingIcon, CustomersIcon, MarketsIcon, SalesIcon, StockIcon, SyncIcon } from './abilityIcons';

export interface Ability {
  name: string;
  Icon: ComponentType<SvgIconProps>;
  /** The benefit, in one sentence. */
  use: string;
  /** Example questions. */
  asks: readonly string[];
}

export const abilities: readonly Ability[] = [
  {
    get name() {
      return t('stock');
    },
    Icon: StockIcon,
    get use() {
      return t('spotShortagesWhileThereIsStill');
    },
    get asks() {
      return [t('itemsAtOrBelowReorderPoint'), t('stockByLocation')];
    },
  },
  {
    get name() {
      return t('buying');
    },
    Icon: BuyingIcon,
    get use() {
      return t('orderTheRightQuantityAtThe');
    },
    get asks() {
      return [t('whatToReorder'), t('supplierRecord'), t('cheapestMonths')];
    },
  },
  {
    get name() {
      return t('sales');
    },
    Icon: SalesIcon,
    get use() {
      return t('knowWhatSellsAndHowA');
    },
    get asks() {
      return [t('salesAndOrders'), t('bestSellers')];
    },
  },
  {
    get name() {
      return t('customers');
    },
    Icon: CustomersIcon,
    get use() {
      return t('contactGrowersBeforeTheyRunOut');
    },
    get asks() {
      return [t('nextCustomers'), t('largestCustomers'), t('customerSegments')];
    },
  },
  {
    get name() {
      return t('markets');
    },
    Icon: MarketsIcon,
    get use() {
      return t('compareYourPricesWithTheMarket');
    },
    get asks() {
      return [t('commodityMoves'), t('ownPriceIndex'), t('yieldsWeatherAndNews')];
    },
  },
  {
    get name() {
      return t('dataSyncTopic');
    },
    Icon: SyncIcon,
    get use() {
      return t('checkHowCurrentYourDataIs');
    },
    get asks() {
      return [t('lastSyncs'), t('rejectedRows')];
    },
  },
];
