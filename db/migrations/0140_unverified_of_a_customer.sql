-- The office's search reads the latest bookings of each of up to three hundred people: those that are verified by the indexes of the customers' own lists
-- (`booking_customer_ahead`, `booking_customer_over`), the few that are not by this one.
create index booking_customer_unverified on bookings.booking (customer_id, start_at, id) where awaiting_verification;
