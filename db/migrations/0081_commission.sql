-- What a dated setting says is never changed: another starts on another day, and one whose day has not come can be withdrawn. Its day is
-- compared with the instants written beside it, never with the machine's clock.
create function platform.keep_dated() returns trigger language plpgsql as $$
declare
  marks text[] := array['withdrawn_at', 'withdrawn_by', 'check_by', 'checked_at', 'checked_by', 'version'];
begin
  if tg_op = 'UPDATE' then
    if old.withdrawn_at is null and to_jsonb(new) - marks = to_jsonb(old) - marks then
      return new;
    end if;
  end if;
  raise exception 'a dated row of % is never changed', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- What companies pay us of a price before road charges, each from its day on: those without an agreement of their own what the office sets.
create table companies.commission (
  id uuid primary key default uuidv7(),
  company_id uuid, -- null: of everybody else. No foreign key: what was agreed outlives the company, as the ledger does
  percent numeric(5, 2) check (percent between 0 and 100), -- null: from here on the company pays what everybody else does
  from_day date not null,
  reason text not null check (length(reason) between 2 and 200),
  created_at timestamptz not null,
  created_by uuid, -- null: came with the installation
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  constraint everybody_else_has_a_percent check (company_id is not null or percent is not null),
  constraint not_in_the_past check ((created_at at time zone 'Europe/London')::date <= from_day),
  constraint withdrawn_before_its_day check ((withdrawn_at at time zone 'Europe/London')::date < from_day)
);
create unique index one_commission_a_day on companies.commission (company_id, from_day) nulls not distinct where withdrawn_at is null;

-- Bookings already made keep what was agreed with their company until today.
insert into companies.commission (percent, from_day, reason, created_at) values (15, '2020-01-01', 'From the beginning', '2020-01-01T00:00:00Z');
insert into companies.commission (company_id, percent, from_day, reason, created_at)
select id, commission_percent, '2020-01-01', 'Agreed on joining', '2020-01-01T00:00:00Z' from companies.company where commission_percent <> 15;
alter table companies.company drop column commission_percent;

create trigger commission_kept before update or delete on companies.commission for each row execute function platform.keep_dated();

-- What a company pays of what was agreed on at an instant. Of two rows of one day that instant decides: a row counts from when it was made.
create function companies.commission_percent(company uuid, at timestamptz) returns numeric language sql stable parallel safe as $$
  select coalesce(
    (select c.percent from companies.commission c
      where c.company_id = company and c.withdrawn_at is null and c.created_at <= at and c.from_day <= (at at time zone 'Europe/London')::date
      order by c.from_day desc limit 1),
    (select c.percent from companies.commission c
      where c.company_id is null and c.withdrawn_at is null and c.created_at <= at and c.from_day <= (at at time zone 'Europe/London')::date
      order by c.from_day desc limit 1))
$$;

-- Changes of one part of the settings follow each other: whoever saves says which version they have seen.
create schema settings;
create table settings.part (
  part text primary key check (part in ('commission', 'road_charges', 'tolls', 'cancellation')),
  version int not null default 0
);
insert into settings.part (part) values ('commission'), ('road_charges'), ('tolls'), ('cancellation');
