create schema pricing;

create table pricing.tariff (
  company_id uuid primary key references companies.company on delete cascade,
  minimum_minutes int not null default 120 check (minimum_minutes between 30 and 720),
  minimum_minutes_two_porters int not null default 180 check (minimum_minutes_two_porters between 30 and 720),
  included_miles numeric(7, 2) not null default 0 check (included_miles between 0 and 1000),
  pence_per_mile int not null default 0 check (pence_per_mile between 0 and 2000),
  -- Standard hours by weekday, Monday first: [[480,1080],…], null for a day that is out of hours throughout.
  standard_hours jsonb not null default '[[480,1080],[480,1080],[480,1080],[480,1080],[480,1080],[480,1080],null]',
  out_of_hours_percent int not null default 0 check (out_of_hours_percent between 0 and 200),
  waiting_pence_per_half_hour int not null default 0 check (waiting_pence_per_half_hour between 0 and 20000),
  free_waiting_minutes int not null default 30 check (free_waiting_minutes between 0 and 240),
  terms text not null default '' check (length(terms) <= 10000),
  version int not null default 1
);

create table pricing.hourly_rate (
  company_id uuid not null references companies.company on delete cascade,
  van_category text not null check (van_category in ('small_van', 'medium_van', 'large_van', 'luton_van')),
  help_level text not null check (help_level in ('no_help', 'driver_helps', 'one_porter', 'two_porters')),
  pence_per_hour int not null check (pence_per_hour between 1000 and 50000),
  primary key (company_id, van_category, help_level),
  constraint small_van_seats_two check (not (van_category = 'small_van' and help_level = 'two_porters'))
);

-- Dated facts that an admin can change: what a zone asks of which van, when.
create table pricing.road_charge (
  id uuid primary key default uuidv7(),
  zone text not null check (zone in ('ulez', 'congestion')),
  vehicle_class text not null check (vehicle_class in ('noncompliant', 'electric', 'other')),
  amount_pence int not null check (amount_pence between 0 and 100000),
  hours jsonb not null, -- ChargeHours of pricing/road-charges/rules.ts
  from_day date not null,
  to_day date,
  source text not null,
  check (to_day is null or to_day >= from_day)
);
create index road_charge_zone on pricing.road_charge (zone, from_day);
