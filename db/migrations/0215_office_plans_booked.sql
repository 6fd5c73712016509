-- The booking that the office has made of a call about a move that no plan can do.
alter table quoting.office_plan add column booking_id uuid references bookings.booking on delete set null,
  add check (booking_id is null or outcome = 'booked');
create index office_plan_booking on quoting.office_plan (booking_id) where booking_id is not null;
