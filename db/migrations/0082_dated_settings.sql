-- What cancelling costs a customer, from its day on: nothing, then a part of the minimum time, then all of it.
create table pricing.cancellation_policy (
  id uuid primary key default uuidv7(),
  free_until_hours int not null check (free_until_hours <= 336), -- hours before the start
  part_until_hours int not null check (part_until_hours > 0),
  part_percent int not null check (part_percent between 1 and 99),
  from_day date not null,
  reason text not null check (length(reason) between 2 and 200),
  created_at timestamptz not null,
  created_by uuid,
  withdrawn_at timestamptz,
  withdrawn_by uuid,
  constraint steps_follow_each_other check (part_until_hours < free_until_hours),
  constraint not_in_the_past check ((created_at at time zone 'Europe/London')::date <= from_day),
  constraint withdrawn_before_its_day check ((withdrawn_at at time zone 'Europe/London')::date < from_day)
);
create unique index one_policy_a_day on pricing.cancellation_policy (from_day) where withdrawn_at is null;
insert into pricing.cancellation_policy (free_until_hours, part_until_hours, part_percent, from_day, reason, created_at)
  values (48, 24, 50, '2020-01-01', 'From the beginning', '2020-01-01T00:00:00Z');
create trigger cancellation_policy_kept before update or delete on pricing.cancellation_policy for each row execute function platform.keep_dated();

-- A booking keeps the policy that it was offered with; those from before keep the first one.
alter table bookings.booking
  add column cancellation jsonb not null default '{"freeUntilHours":48,"partUntilHours":24,"partPercent":50}';

-- Road charges and tolls: of two rows that hold on one day, the one that started later counts. So the row before is never touched.
alter table pricing.road_charge
  add column created_at timestamptz, -- null: came with the installation
  add column created_by uuid,
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid,
  add column checked_at timestamptz, -- when somebody last looked whether it is still so
  add column checked_by uuid,
  add constraint not_in_the_past check ((created_at at time zone 'Europe/London')::date <= from_day),
  add constraint withdrawn_before_its_day check ((withdrawn_at at time zone 'Europe/London')::date < from_day);
create unique index one_charge_a_day on pricing.road_charge (zone, vehicle_class, from_day) where withdrawn_at is null;
create trigger road_charge_kept before update or delete on pricing.road_charge for each row execute function platform.keep_dated();

alter table geo.toll
  add column created_at timestamptz,
  add column created_by uuid,
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid,
  add column checked_at timestamptz,
  add column checked_by uuid,
  add constraint not_in_the_past check ((created_at at time zone 'Europe/London')::date <= from_day),
  add constraint withdrawn_before_its_day check ((withdrawn_at at time zone 'Europe/London')::date < from_day),
  drop constraint one_toll_a_day;
create unique index one_toll_a_day on geo.toll (code, from_day) where withdrawn_at is null;
create trigger toll_kept before update or delete on geo.toll for each row execute function platform.keep_dated();
