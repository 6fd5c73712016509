create schema bookings;

create table bookings.booking (
  id uuid primary key default uuidv7(),
  customer_id uuid not null references identity."user",
  company_id uuid references companies.company,
  unit_id uuid references fleet.working_unit,
  quote_id text not null, -- not a foreign key: quotes go after 30 days, bookings stay
  status text not null default 'new_booking' check (status in (
    'new_booking', 'confirmed', 'in_progress', 'completed', 'canceled_by_customer', 'no_one_took', 'not_taken_by_driver', 'rejected')),
  is_hot boolean not null default false,
  awaiting_verification boolean not null default false,
  allow_hot_job boolean not null default true,
  start_at timestamptz not null,
  end_at timestamptz not null,
  respond_by timestamptz,
  payment_method text not null check (payment_method in ('cash', 'card')),
  total_pence bigint not null check (total_pence >= 0),
  ceiling_pence bigint not null check (ceiling_pence >= total_pence),
  commissionable_pence bigint not null check (commissionable_pence between 0 and total_pence),
  vat_pence bigint not null default 0 check (vat_pence >= 0),
  lines jsonb not null,
  move jsonb not null,
  work jsonb not null,
  route_points jsonb not null,
  customer_note text not null default '' check (length(customer_note) <= 4000),
  photos_id text references files.upload,
  request_digest bytea not null, -- the natural key that catches a double submit with a new Idempotency-Key
  rebook_request_sent boolean not null default false,
  has_feedback boolean not null default false,
  created_at timestamptz not null default now(),
  version int not null default 1,
  check (start_at < end_at),
  check (not awaiting_verification or status in ('new_booking', 'canceled_by_customer', 'no_one_took')),
  check (status not in ('confirmed', 'in_progress', 'completed') or unit_id is not null)
);
create index booking_customer on bookings.booking (customer_id, start_at);
create index booking_unit on bookings.booking (unit_id, start_at);
create index booking_hot on bookings.booking (start_at) where is_hot and status = 'new_booking';

alter table calendar.hold add constraint hold_booking foreign key (booking_id) references bookings.booking on delete cascade;

-- What happened to a booking, in order. A driver who rejected or did not answer is found here, not in the status.
create table bookings.event (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings.booking on delete cascade,
  at timestamptz not null default now(),
  kind text not null, -- created, verified, confirmed, rejected, not_taken, became_hot, …
  actor_kind text not null,
  actor_id uuid,
  unit_id uuid,
  reason text,
  data jsonb not null default '{}'
);
create index event_booking on bookings.event (booking_id, id);
create index event_unit on bookings.event (unit_id, kind) where unit_id is not null;
