import { expect, it } from 'vitest';
import { tableLabel } from './queries';

it('names the optional tables as users know them', () => {
  const tables = ['customer_bookings', 'purchase_orders', 'item_catalogue', 'price_lists'];
  expect(tables.map(tableLabel)).toEqual([
    'Customer bookings',
    'Purchase orders',
    'Item catalog',
    'Price lists',
  ]);
});
