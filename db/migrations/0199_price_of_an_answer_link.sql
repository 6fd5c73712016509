-- The link answers for the price that its message named, and for no other.
alter table bookings.new_booking_link add column total_pence bigint not null check (total_pence >= 0);
