create schema quoting;

-- One search: what was asked, when, and what became of every unit of the area. Kept 30 days.
create table quoting.request (
  id uuid primary key default uuidv7(),
  created_at timestamptz not null default now(),
  pick_up_district text not null,
  pick_up_area text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  van_category text not null,
  help_level text not null,
  move jsonb not null, -- what was asked, as checked
  work jsonb not null, -- what the server computed from it
  -- Unit i of unit_ids was shown, or not, for the reason outcomes[i] (quoting/rules.ts names them).
  unit_ids uuid[] not null default '{}',
  outcomes smallint[] not null default '{}',
  check (cardinality(unit_ids) = cardinality(outcomes))
);
create index request_created_at on quoting.request (created_at);
create index request_area on quoting.request (pick_up_area, created_at desc);

-- What was offered, frozen: a booking is made from this row and nothing else. The id is 256 random bits; whoever holds it may book it.
create table quoting.quote (
  id text primary key,
  request_id uuid not null references quoting.request on delete cascade,
  company_id uuid not null references companies.company on delete cascade,
  unit_id uuid not null references fleet.working_unit on delete cascade,
  valid_until timestamptz not null,
  total_pence bigint not null check (total_pence >= 0),
  ceiling_pence bigint not null check (ceiling_pence >= total_pence),
  commissionable_pence bigint not null check (commissionable_pence between 0 and total_pence),
  vat_pence bigint not null default 0 check (vat_pence >= 0),
  lines jsonb not null
);
create index quote_request on quoting.quote (request_id);
create index quote_valid_until on quoting.quote (valid_until);
