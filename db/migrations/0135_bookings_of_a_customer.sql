-- What the office looks for by a part of an address may be three hundred people: the latest of each are read in their order, not all and sorted.
create index booking_customer_start on bookings.booking (customer_id, start_at, id);
