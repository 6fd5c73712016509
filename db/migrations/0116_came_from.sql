-- Where the visitor who booked came from, as the booking's request said it: {host, source, medium, campaign}, each at most a hundred characters.
alter table bookings.booking add column came_from jsonb check (pg_column_size(came_from) < 4000);
-- The office's figures of a period.
create index booking_came_from on bookings.booking (created_at) where came_from is not null;
