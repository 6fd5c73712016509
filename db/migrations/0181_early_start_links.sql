-- A link in a message to the booker: whoever opens it can agree, once, that the hours count from the start that it names, for at most the
-- amount that it names (ADR 0064).
create table bookings.early_start_link (
  id uuid primary key,
  booking_id uuid not null references bookings.booking on delete cascade,
  started_at timestamptz not null,
  most_pence bigint not null check (most_pence > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  agreed_at timestamptz
);
create index early_start_link_booking on bookings.early_start_link (booking_id);
