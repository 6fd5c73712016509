-- Every new booking asks whether its quote is already booked; without this it would read all bookings there ever were.
create index booking_quote on bookings.booking (quote_id);

-- Photos that nobody uses go, and each of them is looked for here first.
create index booking_photos on bookings.booking (photos_id) where photos_id is not null;
