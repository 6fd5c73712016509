-- Whoever was away asks what happened since then (bookings/live).
create index event_at on bookings.event (at);

-- How far long jobs are, while they run (platform/job-progress.ts).
create table platform.job_progress (
  job_id uuid primary key,
  name text not null,
  done bigint not null check (done >= 0),
  total bigint not null check (total >= 0),
  said_at timestamptz not null
);

-- What happened when, the product's clock says (platform/clock.ts): a row that does not bring its time is a mistake.
do $$
declare one record;
begin
  for one in
    select c.table_schema, c.table_name, c.column_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.column_default = 'now()' and t.table_type = 'BASE TABLE'
      and c.table_schema not in ('pgboss', 'pg_catalog', 'information_schema') and c.table_name <> 'migration'
  loop
    execute format('alter table %I.%I alter column %I drop default', one.table_schema, one.table_name, one.column_name);
  end loop;
end $$;

-- How far a demonstration's clock has been moved ahead (platform/moving-clock.ts); production has no row here.
create table platform.clock (
  only_one boolean primary key default true check (only_one),
  ahead_ms bigint not null check (ahead_ms >= 0)
);
