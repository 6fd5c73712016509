-- Time is held for a booking, or for an offer that nobody has accepted yet; provisionally until `decide_by`, where that is set. Either may
-- hold several units or days. One constraint keeps them all apart, so a hold that lapsed counts until it is released: whoever takes time
-- releases what has lapsed first (calendar/commands.ts), and whoever reads passes over it.
alter table calendar.hold
  drop constraint hold_booking_id_key,
  alter column booking_id drop not null,
  add column held_for text not null default 'booking' check (held_for in ('booking', 'offer')),
  add column offer_id uuid, -- a foreign key once there are offers
  add column decide_by timestamptz,
  add constraint hold_is_for_what_it_names check ((held_for = 'booking') = (booking_id is not null) and (held_for = 'offer') = (offer_id is not null)),
  add constraint offer_is_provisional check (held_for <> 'offer' or decide_by is not null);
create index hold_booking on calendar.hold (booking_id) where booking_id is not null;
create index hold_offer on calendar.hold (offer_id) where offer_id is not null;

-- Beside its booking, whose id begins with its time: both can later lie in one partition of their month (docs/decisions/0013).
alter table bookings.event drop constraint event_pkey, add primary key (booking_id, id);
drop index bookings.event_booking;
