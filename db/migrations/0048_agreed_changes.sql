-- What one side of a booking proposes to the other: an item, a stop, a floor, a time. Only one is open at a time, and only an agreed one
-- changes the booking, whose own `lines` then carry it too.
create table bookings.change (
  id uuid primary key,
  booking_id uuid not null references bookings.booking on delete cascade,
  kind text not null check (kind in ('item', 'stop', 'floor', 'time', 'other')),
  state text not null default 'open' check (state in ('open', 'agreed', 'refused', 'withdrawn', 'expired')),
  -- Counts up when it is proposed anew or priced: who answers says which one they read.
  version int not null default 1 check (version >= 1),
  proposed_by text not null check (proposed_by in ('mover', 'customer')),
  awaits text not null check (awaits in ('mover', 'customer')),
  proposer_id uuid,
  words text not null default '' check (length(words) <= 1000),
  photos_id text references files.upload,
  -- Its own line of the price. Null while nobody has priced it.
  label text check (length(label) between 1 and 120),
  amount_pence bigint check (amount_pence between 0 and 1000000),
  -- What the agreed rates make of it, where they say.
  by_rates_pence bigint check (by_rates_pence >= 0),
  extra_minutes int check (extra_minutes between 0 and 1440),
  new_start_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  consent text check (consent in ('signed_in', 'code')),
  check ((label is null) = (amount_pence is null)),
  check ((state = 'open') = (answered_at is null)),
  check (state <> 'agreed' or (amount_pence is not null and consent is not null))
);
create unique index change_open on bookings.change (booking_id) where state = 'open';
create index change_booking on bookings.change (booking_id, created_at);
create index change_photos on bookings.change (photos_id) where photos_id is not null;

-- The code that was texted to a customer who agrees by link.
create table bookings.change_code (
  change_id uuid primary key references bookings.change on delete cascade,
  phone text not null,
  mac bytea not null,
  tries int not null check (tries between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- What the driver's screen shows, so that the customer finds their own page.
create table bookings.screen_code (
  mac bytea primary key,
  booking_id uuid not null unique references bookings.booking on delete cascade,
  expires_at timestamptz not null
);
