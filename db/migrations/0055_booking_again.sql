-- A customer asks the unit that had a booking for another date, once for each; its driver confirms at the price that was shown.
create table bookings.rebooking (
  booking_id uuid primary key references bookings.booking on delete cascade,
  unit_id uuid not null references fleet.working_unit on delete cascade,
  status text not null check (status in ('open', 'confirmed', 'declined', 'expired')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  asked_at timestamptz not null,
  respond_by timestamptz not null,
  closed_at timestamptz,
  -- The price and the work as they were shown, from which the new booking is made.
  quote jsonb,
  new_booking_id uuid references bookings.booking on delete set null,
  check ((status = 'open') = (closed_at is null)),
  check (start_at < end_at)
);
create index rebooking_open on bookings.rebooking (unit_id, start_at, booking_id) where status = 'open';
create index rebooking_new on bookings.rebooking (new_booking_id) where new_booking_id is not null;
