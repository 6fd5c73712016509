create extension if not exists btree_gist;

create schema companies;

create table companies.company (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 120),
  owner_user_id uuid references identity."user",
  about text not null default '' check (length(about) <= 4000),
  logo_url text,
  mark_colour text not null default 'green' check (mark_colour in ('green', 'blue', 'brown', 'red', 'ink')),
  base_postcode text not null,
  base_place text not null default '',
  payment_methods text[] not null default '{cash}' check (payment_methods <@ '{cash,card}' and cardinality(payment_methods) > 0),
  vat_registered_from date,
  vat_number text,
  commission_percent numeric(5, 2) not null default 15 check (commission_percent between 0 and 100),
  -- Kept by the reviews slice at each review, so that a search reads one row.
  rating numeric(3, 2) check (rating between 1 and 5),
  reviews_count int not null default 0 check (reviews_count >= 0),
  created_at timestamptz not null default now()
);
create index company_owner on companies.company (owner_user_id);

create schema fleet;

create table fleet.working_unit (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies.company on delete cascade,
  name text not null check (length(name) between 1 and 120), -- the driver's name as customers see it
  status text not null default 'not_ready_for_a_job' check (status in (
    'not_ready_for_a_job', 'pending_verification', 'verification_failed', 'verification_completed', 'ready_to_start',
    'operating', 'insurance_expires_soon', 'blocked', 'deactivated_by_you', 'deactivated')),
  status_reason text,
  job_kinds text[] not null default '{home_or_office,furniture}' check (job_kinds <@ '{home_or_office,furniture}'),
  help_levels text[] not null default '{no_help,driver_helps}' check (help_levels <@ '{no_help,driver_helps,one_porter,two_porters}'),
  version int not null default 1,
  created_at timestamptz not null default now()
);
create index working_unit_company on fleet.working_unit (company_id);

create table fleet.van (
  unit_id uuid primary key references fleet.working_unit on delete cascade,
  category text not null check (category in ('small_van', 'medium_van', 'large_van', 'luton_van')),
  make text not null,
  model text not null,
  registration text not null check (registration ~ '^[A-Z0-9 ]{2,10}$'),
  has_tail_lift boolean not null default false,
  fuel text not null check (fuel in ('diesel', 'petrol', 'electric', 'hybrid')),
  euro_class int check (euro_class between 0 and 7),
  year int check (year between 1960 and 2100),
  check (not has_tail_lift or category = 'luton_van')
);

-- An area ("SW") or a district ("SW1A"): a unit covers a pick-up if either is here.
create table fleet.operating_district (
  unit_id uuid not null references fleet.working_unit on delete cascade,
  district text not null check (district ~ '^[A-Z]{1,2}([0-9][0-9A-Z]?)?$'),
  primary key (district, unit_id)
);
create index operating_district_unit on fleet.operating_district (unit_id);
