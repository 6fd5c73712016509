-- Bookings whose reminders and deadlines of the moving day are queued: once each, however many look for those that are missing.
create table bookings.day_deadlines (
  booking_id uuid primary key references bookings.booking on delete cascade,
  queued_at timestamptz not null
);
-- Moves that are agreed and not over, to find those confirmed by a version that knew no moving day.
create index booking_agreed_end on bookings.booking (end_at, id) where status in ('confirmed', 'in_progress');
