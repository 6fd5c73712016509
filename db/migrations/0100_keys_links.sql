-- A link for the keys for each agent or solicitor, with whom it is for. It can be withdrawn.
alter table bookings.keys_link
  add column id uuid,
  add column for_name text check (length(for_name) between 1 and 80),
  -- Who made it; not known of older ones.
  add column made_by text check (made_by in ('customer', 'mover')),
  add column withdrawn_at timestamptz,
  add constraint keys_link_one_end check (released_at is null or withdrawn_at is null);

-- Addresses that have been sent name the booking, and go on working.
update bookings.keys_link set id = booking_id;
alter table bookings.keys_link
  drop constraint keys_link_pkey,
  alter column id set default uuidv7(),
  alter column id set not null,
  add primary key (id);

-- One address for each name.
create unique index keys_link_for on bookings.keys_link (booking_id, lower(for_name)) where withdrawn_at is null;
-- Keys are released once.
create unique index keys_link_released on bookings.keys_link (booking_id) where released_at is not null;
-- All links of a booking, withdrawn ones too.
create index keys_link_booking on bookings.keys_link (booking_id, created_at);
