-- From where a mover acted for a job, as a blind key: what is then said with the customer's link from there is no proof. Null for a network
-- that many people share.
alter table bookings.day_action add column network text;

-- The code on a driver's screen opens the customer's page only for the customer: signed in, or by a code texted to them.
alter table bookings.screen_code
  add column network text,
  add column text_mac bytea,
  add column text_phone text,
  add column text_tries int not null default 0,
  add column text_expires_at timestamptz;

-- The start was said with the customer's link on a device or network of the mover: it is not counted as on time.
alter table bookings.day add column is_start_doubted boolean not null default false;

-- What a caller is recognised by: a browser, its network, or a network that many people share. Null for those from before.
alter table identity.known_device
  add column kind text check (kind in ('device', 'network', 'shared')),
  add column first_used_at timestamptz;
create index known_device_digest on identity.known_device (digest) where kind is not null;
