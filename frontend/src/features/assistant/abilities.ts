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
    asks: ['Items at or below their reorder point', 'On hand, on order and booked, by location'],
  },
  {
    get name() {
      return t('buying');
    },
    Icon: BuyingIcon,
    get use() {
      return t('orderTheRightQuantityAtThe');
    },
    asks: [
      'What to reorder, in whole packs, with its cost',
      'Spend and delivery record of each supplier',
      'The cheapest months to buy',
    ],
  },
  {
    get name() {
      return t('sales');
    },
    Icon: SalesIcon,
    get use() {
      return t('knowWhatSellsAndHowA');
    },
    asks: ['Sales and orders, against the period or year before', 'Best sellers and slow movers'],
  },
  {
    get name() {
      return t('customers');
    },
    Icon: CustomersIcon,
    get use() {
      return t('contactGrowersBeforeTheyRunOut');
    },
    asks: [
      'Who is expected to order next, and when',
      'Largest customers and inactive customers',
      'Customer segments, their needs and savings',
    ],
  },
  {
    get name() {
      return t('markets');
    },
    Icon: MarketsIcon,
    get use() {
      return t('compareYourPricesWithTheMarket');
    },
    asks: [
      'How corn, soybeans, wheat and fertilizer moved',
      'Your own supply price index',
      'Crop yields, weather and news',
    ],
  },
  {
    get name() {
      return t('dataSyncTopic');
    },
    Icon: SyncIcon,
    get use() {
      return t('checkHowCurrentYourDataIs');
    },
    asks: ['When each table was last synced', 'Rejected rows and why'],
  },
];
