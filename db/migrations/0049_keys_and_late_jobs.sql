-- A link for an agent or a solicitor, who says with one tap that the keys are released. Its address is derived from the booking.
create table bookings.keys_link (
  booking_id uuid primary key references bookings.booking on delete cascade,
  created_at timestamptz not null,
  released_at timestamptz
);

-- A job that the mover will not reach in time, because the one before runs long: as its customer was last told.
create table bookings.late_warning (
  booking_id uuid primary key references bookings.booking on delete cascade,
  because_of uuid not null references bookings.booking on delete cascade,
  likely_start_at timestamptz not null,
  told_at timestamptz not null
);
create index late_warning_because on bookings.late_warning (because_of);
