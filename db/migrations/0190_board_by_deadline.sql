-- The board lists bookings that wait for their driver by the time to answer, and jobs of units that the office has stopped.
drop index bookings.booking_unanswered;
create index booking_unanswered on bookings.booking (coalesce(respond_by, start_at), id)
  where status = 'new_booking' and not is_hot and not awaiting_verification;
create index working_unit_barred on fleet.working_unit (id) where status in ('blocked', 'deactivated');
