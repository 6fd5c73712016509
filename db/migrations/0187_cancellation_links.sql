-- A link in a message to the booker, whose mover has reported that they cancelled: whoever opens it can say, once, whether that is so. It
-- answers the one report that it was made for, at what cancelling cost then.
create table bookings.cancellation_link (
  id uuid primary key,
  booking_id uuid not null references bookings.booking on delete cascade,
  claimed_fee_pence bigint not null check (claimed_fee_pence >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('agreed', 'denied')),
  answered_at timestamptz,
  constraint cancellation_link_answered check ((answer is null) = (answered_at is null))
);
create index cancellation_link_booking on bookings.cancellation_link (booking_id, created_at);
