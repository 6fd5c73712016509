-- Moves that no plan can do (ADR 0071): who asks, under which number and when the office rings. The list is kept as it was entered.
create table quoting.office_plan (
  id uuid primary key default uuidv7(),
  name text not null check (length(name) between 1 and 100),
  phone text not null check (phone ~ '^\+[0-9]{7,15}$'),
  ring_from timestamptz not null,
  ring_until timestamptz not null,
  move jsonb not null, -- as in quoting.saved_move
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references identity."user",
  outcome text check (outcome in ('booked', 'not_reached', 'not_wanted')),
  check (ring_until > ring_from),
  check (num_nonnulls(closed_at, outcome) in (0, 2)),
  check (expires_at > created_at)
);
create index office_plan_open on quoting.office_plan (ring_from, id) where closed_at is null;
create index office_plan_expires_at on quoting.office_plan (expires_at);
create index office_plan_closed_by on quoting.office_plan (closed_by);
