cube(`purchases`, {
  sql_table: `public.purchase_transactions`,
  data_source: `default`,
  refresh_key: { every: `1 hour` },
  joins: { items: { sql: `${CUBE}.item_id = ${items}.item_id`, relationship: `many_to_one` } },
  dimensions: {
    id: { sql: `${CUBE}.tenant_id || '/' || ${CUBE}.transaction_id`, type: `string`, primary_key: true },
    tenant_id: { sql: `tenant_id`, type: `number` },
    direction: { sql: `direction`, type: `string` },
    date: { sql: `${CUBE}.transaction_date`, type: `time` },
  },
  measures: {
    spend: { sql: `${CUBE}.quantity * ${CUBE}.unit_price`, type: `sum` },
    orders: { sql: `order_id`, type: `count_distinct` },
    suppliers: { sql: `supplier_id`, type: `count_distinct` },
  },
});

cube(`items`, {
  sql_table: `public.items`,
  data_source: `default`,
  dimensions: {
    item_id: { sql: `item_id`, type: `string`, primary_key: true },
    category: { sql: `category`, type: `string` },
  },
});
