-- Whoever was away asks what happened since then (bookings/live).
create index event_at on bookings.event (at);
