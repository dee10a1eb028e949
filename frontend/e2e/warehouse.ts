/** Writes small warehouse folders whose figures can be verified by hand. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { warehouseRoot } from './environment';

/** Lines of CSV by source table, header first. */
type Tables = Record<string, readonly string[]>;

/** Writes `<table>.csv` files into a new folder below the server's root, and returns the folder's name. */
export function writeWarehouse(tables: Tables): string {
  const name = `warehouse-${randomUUID()}`;
  const folder = join(warehouseRoot(), name);
  mkdirSync(folder);
  for (const [table, lines] of Object.entries(tables)) writeTable(name, table, lines);
  return name;
}

/** Rewrites one table of such a folder. */
export function writeTable(name: string, table: string, lines: readonly string[]): void {
  writeFileSync(join(warehouseRoot(), name, `${table}.csv`), `${lines.join('\n')}\n`);
}

const DAY_MS = 86_400_000;

/** The ISO date a number of days ago. */
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const seen = `${daysAgo(2)}T08:00:00Z`;

/** Two orders totaling 500 dollars; two of three lines on time; two suppliers; one item is running out. */
export const goodTables: Tables = {
  inventory_data: [
    'item_id,item_name,category,unit,location,on_hand,on_order,booked,reorder_point,pack_size,lead_time_days,unit_cost,currency,updated_at',
    `corn-1,Corn seed 105,seed,bag,Main yard,10,0,0,40,10,14,25.00,USD,${seen}`,
    `urea-1,Urea 46,fertilizer,ton,Main yard,90,0,0,20,1,14,410.00,USD,${seen}`,
    `glyph-1,Glyphosate,pesticide,gal,North yard,60,0,0,30,5,14,31.50,USD,${seen}`,
  ],
  sales_transactions: [
    'transaction_id,order_id,direction,transaction_date,supplier_id,item_id,quantity,unit,unit_price,currency,promised_date,delivered_date,updated_at',
    `t-1,order-1,purchase,${daysAgo(30)},sup-1,corn-1,10,bag,20.00,USD,${daysAgo(20)},${daysAgo(21)},${seen}`,
    `t-2,order-1,purchase,${daysAgo(30)},sup-1,urea-1,5,ton,30.00,USD,${daysAgo(20)},${daysAgo(18)},${seen}`,
    `t-3,order-2,purchase,${daysAgo(15)},sup-2,glyph-1,2,gal,75.00,USD,${daysAgo(10)},${daysAgo(10)},${seen}`,
  ],
  supplier_data: [
    'supplier_id,supplier_name,active,updated_at',
    `sup-1,River Seed Co,true,${seen}`,
    `sup-2,Plains Chemical,true,${seen}`,
  ],
};

/** The same, with two invalid inventory rows. */
export const faultyTables: Tables = {
  ...goodTables,
  inventory_data: [
    ...(goodTables.inventory_data ?? []),
    `soy-1,Soybean seed,seed,bag,Main yard,twelve,0,0,5,10,14,48.00,USD,${seen}`,
    `rake-1,Hay rake,tools,unit,Main yard,3,0,0,1,1,14,900.00,USD,${seen}`,
  ],
};

/** The same, with an own word for a category, and an item catalog. */
export const classifiedTables: Tables = {
  ...goodTables,
  inventory_data: (goodTables.inventory_data ?? []).map((line) => line.replace(',pesticide,', ',Herbicide,')),
  item_catalogue: [
    'item_id,item_class,brand,active_ingredient,epa_number,restricted_use,updated_at',
    `corn-1,Hybrid corn,Silver Plow,,,,${seen}`,
    `glyph-1,,Oak Ridge,glyphosate,12345-678,true,${seen}`,
  ],
};

/** A supplier with a known assortment, and the same after the source has lost that column. */
export const suppliersTableWith = [
  'supplier_id,supplier_name,categories,active,updated_at',
  `sup-1,River Seed Co,seed,true,${seen}`,
];
export const suppliersWithout = [
  'supplier_id,supplier_name,active,updated_at',
  `sup-1,River Seed Co,true,${seen}`,
];

const WEEKS = 156;
const BOOKINGS_PER_YEAR = 10;
const BOOKING_YEARS = [1, 2, 3];

/** Sale lines with another delivered day than their date, and all sale lines. */
export const BOOKED_LINES = BOOKINGS_PER_YEAR * BOOKING_YEARS.length;
export const SALE_LINES = WEEKS + BOOKED_LINES;

const saleOfUrea = (id: string, units: number, sold: number, delivered: number) =>
  `${id},${id},sale,${daysAgo(sold)},cust-1,urea-1,Main yard,${units},ton,500.00,USD,${daysAgo(delivered)},${daysAgo(delivered)},${seen}`;

/** Urea sold at once every week, and of every year in advance: ordered 3 months before the coming weeks. */
export const bookedTables: Tables = {
  inventory_data: [
    'item_id,item_name,category,unit,location,on_hand,on_order,booked,lead_time_days,unit_cost,currency,updated_at',
    `urea-1,Urea 46,fertilizer,ton,Main yard,90,0,0,14,410.00,USD,${seen}`,
  ],
  sales_transactions: [
    'transaction_id,order_id,direction,transaction_date,customer_id,item_id,location,quantity,unit,unit_price,currency,promised_date,delivered_date,updated_at',
    ...Array.from({ length: WEEKS }, (_, week) => saleOfUrea(`w${week}`, 3, 7 * week + 1, 7 * week + 1)),
    ...BOOKING_YEARS.flatMap((year) =>
      Array.from({ length: BOOKINGS_PER_YEAR }, (_, place) => {
        const delivered = 365 * year - 28 - 2 * place;
        return saleOfUrea(`b${year}-${place}`, 20, delivered + 90, delivered);
      }),
    ),
  ],
};

const saleOf = (item: string, week: number, price: string) =>
  `${item}${week},${item}${week},sale,${daysAgo(7 * week + 1)},cust-1,${item},Main yard,10,gal,${price},USD,${seen}`;

/** Two brands of one active ingredient that sell every week: one is sold out, of the other much is left. */
export const brandTables: Tables = {
  inventory_data: [
    'item_id,item_name,category,unit,location,on_hand,on_order,booked,pack_size,lead_time_days,unit_cost,currency,updated_at',
    `gly-a,Glyphosate A,pesticide,gal,Main yard,0,0,0,5,14,30.00,USD,${seen}`,
    `gly-b,Glyphosate B,pesticide,gal,Main yard,300,0,0,5,14,30.00,USD,${seen}`,
  ],
  sales_transactions: [
    'transaction_id,order_id,direction,transaction_date,customer_id,item_id,location,quantity,unit,unit_price,currency,updated_at',
    ...Array.from({ length: WEEKS }, (_, week) => saleOf('gly-a', week, '50.00')),
    ...Array.from({ length: WEEKS }, (_, week) => saleOf('gly-b', week, '50.00')),
  ],
  item_catalogue: [
    'item_id,brand,active_ingredient,updated_at',
    `gly-a,Oak Ridge,Glyphosate,${seen}`,
    `gly-b,Silver Plow,GLYPHOSATE,${seen}`,
  ],
};

/** Stock and suppliers under the names of another system, with a word whose meaning it alone knows. */
export const ownNamesTables: Tables = {
  'Item Stock': [
    'Item No,Description,Product Group,UOM,Warehouse,Qty On Hand,Reorder Qty,Alarm Level,Unit Cost,Last Changed',
    `SEED-105,Corn 105 day,Seed Corn,bag,Ames,12,500,60,262.50,${seen}`,
    `UREA,Urea 46-0-0,Dry Fert,ton,Ames,240,100,20,410.00,${seen}`,
    `GLY,Glyphosate,Herbicides,Jug,Ames,60,90,30,78.75,${seen}`,
  ],
  Vendors: [
    'Vendor No,Vendor Name,Status,Last Changed',
    `V-1,River Seed Co,active,${seen}`,
    `V-2,Plains Chemical,blocked,${seen}`,
  ],
};

/** Suppliers under the column names and words of a German system, without a time of change. */
export const germanSuppliers = [
  'Nummer,Firma,Status',
  'L-1,Saatgut Hansen,aktiv',
  'L-2,Agrar Vogel,gesperrt',
];

/** `number` suppliers, starting with `sup-1`. */
export const suppliers = (number: number): string[] => [
  'supplier_id,supplier_name,active,updated_at',
  ...Array.from({ length: number }, (_, index) => `sup-${index + 1},Supplier ${index + 1},true,${seen}`),
];
