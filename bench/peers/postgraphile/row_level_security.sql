-- Row-level security by a token claim, and a function for each question.
create role web_tenant nologin;
create role web_login login noinherit;
grant web_tenant to web_login;
grant usage on schema public to web_tenant, web_login;
grant select on purchase_transactions, items to web_tenant;
alter table purchase_transactions enable row level security;
create policy by_tenant on purchase_transactions for select to web_tenant using (tenant_id = nullif(current_setting('jwt.claims.tenant_id', true), '')::int);

create type summary as (spend numeric, orders bigint, suppliers bigint);
create function dashboard_summary(from_date date, to_date date) returns summary language sql stable as $$
  select sum(quantity * unit_price), count(distinct order_id), count(distinct supplier_id) from purchase_transactions
  where direction = 'purchase' and transaction_date >= from_date and transaction_date < to_date
$$;

create type month_of_category as (month date, category text, spend numeric);
create function dashboard_monthly(from_date date, to_date date) returns setof month_of_category language sql stable rows 300 as $$
  select date_trunc('month', p.transaction_date)::date, i.category, sum(p.quantity * p.unit_price) from purchase_transactions p join items i using (item_id)
  where p.direction = 'purchase' and p.transaction_date >= from_date and p.transaction_date < to_date group by 1, 2 order by 1, 2
$$;
