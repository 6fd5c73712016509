-- A link in a message to the booker, whose mover offers another time for a new booking: whoever opens it can say yes or no, once, to the
-- version of the offer that it was made for.
create table bookings.offered_time_link (
  id uuid primary key,
  change_id uuid not null references bookings.change on delete cascade,
  version int not null,
  created_at timestamptz not null
);
create index offered_time_link_change on bookings.offered_time_link (change_id);
alter table bookings.change drop constraint change_consent_check;
alter table bookings.change add constraint change_consent_check check (consent in ('signed_in', 'code', 'link'));
