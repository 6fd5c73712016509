-- Lists of what is over, of one status only: each filter reads just its rows, in the order of the list.
create index booking_customer_over_status on bookings.booking (customer_id, status, start_at, id)
  where not awaiting_verification and status not in ('new_booking', 'confirmed', 'in_progress');
create index booking_unit_over_status on bookings.booking (unit_id, status, start_at, id)
  where status in ('completed', 'canceled_by_customer', 'rejected', 'not_taken_by_driver', 'no_one_took') and not awaiting_verification;
create index lost_job_unit_status on bookings.lost_job (unit_id, status, start_at, booking_id);
