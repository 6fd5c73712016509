-- What a slice may read of one that comes after it: the columns it needs, under its own name. PostgreSQL reads through a view as if the
-- statement named the tables, so plans are the same.

-- Bookings that stand in a unit's calendar: nobody's yet, or everybody's, are not among them.
create view calendar.unit_booking as
  select id, unit_id, status, start_at, end_at, respond_by, total_pence, payment_method, move, work
  from bookings.booking where not is_hot and not awaiting_verification;

-- A row for each hold of a booking that is decided.
create view fleet.held_booking as
  select h.unit_id, h.during, b.id, b.status, b.start_at, b.end_at, b.respond_by, b.total_pence, b.work
  from calendar.hold h join bookings.booking b on b.id = h.booking_id
  where h.decide_by is null;

create view fleet.unit_day as select unit_id, day_of_week, start_minute, end_minute, day_off from calendar.business_day;

create view fleet.unit_vacation as select id, unit_id, start_day, end_day from calendar.vacation;

-- Companies that did a job, once for each.
create view companies.completed_job as select company_id from bookings.booking where status = 'completed';
