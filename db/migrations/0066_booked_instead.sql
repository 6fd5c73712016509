-- A booking made in the place of one whose mover was late: one for each, so that two presses never book two.
alter table bookings.booking
  add column instead_of_id uuid references bookings.booking (id) on delete set null;
create unique index booking_instead_of on bookings.booking (instead_of_id) where instead_of_id is not null;
