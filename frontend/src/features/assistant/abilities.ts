/** What the assistant answers about: one entry a card, in the words of the trade. */
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import { BuyingIcon, CustomersIcon, MarketsIcon, SalesIcon, StockIcon, SyncIcon } from './abilityIcons';

export interface Ability {
  name: string;
  Icon: ComponentType<SvgIconProps>;
  /** What it is good for, in one sentence. */
  use: string;
  /** What can be asked. */
  asks: readonly string[];
}

export const abilities: readonly Ability[] = [
  {
    name: 'Stock',
    Icon: StockIcon,
    use: 'See what runs short while there is still time to order.',
    asks: ['Items at or below their reorder point', 'What lies where, what is on order, what is booked'],
  },
  {
    name: 'Buying',
    Icon: BuyingIcon,
    use: 'Order the right quantity, at a good time, from who delivers.',
    asks: [
      'What to reorder, in whole packs, with its cost',
      'Spend and delivery record of each supplier',
      'The months in which buying was cheapest',
    ],
  },
  {
    name: 'Sales',
    Icon: SalesIcon,
    use: 'Know what sells and how a period compares.',
    asks: [
      'Sales and orders, against the period or year before',
      'Products that lead, products that stand still',
    ],
  },
  {
    name: 'Customers',
    Icon: CustomersIcon,
    use: 'Call growers before they need you, and those who stopped calling.',
    asks: [
      'Who is expected to order next, and when',
      'The largest customers, and those who have gone quiet',
      'Segments with their needs and savings',
    ],
  },
  {
    name: 'Markets',
    Icon: MarketsIcon,
    use: 'Put your prices beside those of the market.',
    asks: [
      'How corn, soybeans, wheat and fertilizer moved',
      'Your own supply price index',
      'Crop yields, weather and news',
    ],
  },
  {
    name: 'Data sync',
    Icon: SyncIcon,
    use: 'Know how fresh the rows behind an answer are.',
    asks: ['When each table was last synced', 'What could not land, and why'],
  },
];
