-- The calendar shows what a job costs in the end.
create or replace view calendar.unit_booking as
  select id, unit_id, status, start_at, end_at, respond_by, total_pence, payment_method, move, work, final_pence
  from bookings.booking where not is_hot and not awaiting_verification;
