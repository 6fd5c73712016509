-- The lists of a customer go on behind the last row of a page (platform/key-pages.ts): the columns of their order, and of one list only
-- the rows that are in it.
create index booking_customer_ahead on bookings.booking (customer_id, start_at, id)
  where not awaiting_verification and status in ('new_booking', 'confirmed', 'in_progress');
create index booking_customer_over on bookings.booking (customer_id, start_at, id)
  where not awaiting_verification and status not in ('new_booking', 'confirmed', 'in_progress');
drop index bookings.booking_customer;
