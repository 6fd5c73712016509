-- Billing runs: everything of a month in one job. Each step is taken in a transaction of its own together with what it makes, so that one that is
-- killed goes on where it was and makes nothing twice.
create table billing.run (
  id uuid primary key,
  -- One for each month; the same one is carried on with.
  start_day date not null unique check (extract(day from start_day) = 1),
  end_day date not null,
  saves boolean not null,
  sends boolean not null check (saves or not sends),
  state text not null check (state in ('running', 'stopped', 'done')),
  started_at timestamptz not null,
  started_by uuid not null,
  -- Who carried on with it last, or stopped it.
  changed_at timestamptz not null,
  changed_by uuid not null,
  ended_at timestamptz,
  check ((state = 'running') = (ended_at is null))
);

-- One document that a run is to make.
create table billing.run_step (
  run_id uuid not null references billing.run,
  place int not null check (place > 0),
  kind text not null check (kind in ('statement', 'invoice', 'sales_credit')),
  unit_id uuid,
  customer_id uuid,
  state text not null default 'waiting'
    check (state in ('waiting', 'made', 'saved', 'sent', 'unaddressed', 'no_data', 'covered', 'failed')),
  -- What it made, or of one that is covered what covers it. Empty once that draft is discarded.
  document_id uuid references billing.document on delete set null,
  reason text,
  at timestamptz,
  primary key (run_id, place),
  unique nulls not distinct (run_id, kind, unit_id, customer_id),
  check ((kind = 'statement') = (unit_id is not null)),
  check ((kind = 'sales_credit') = (customer_id is not null))
);
create index run_step_state on billing.run_step (run_id, state, place);
create index run_step_document on billing.run_step (document_id) where document_id is not null;
-- Whom a month's credits may be for.
create index entry_compensation on billing.entry (day) where kind = 'compensation';
