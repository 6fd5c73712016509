-- Two-step log-in. A row without confirmed_at is a secret that was shown and not yet proved.
create table identity.two_step (
  user_id uuid primary key references identity."user" on delete cascade,
  secret text not null, -- sealed with the server's key
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  last_step bigint not null default 0 -- the time step of the last code taken: none counts twice
);

create table identity.recovery_code (
  user_id uuid not null references identity.two_step on delete cascade,
  digest bytea not null,
  used_at timestamptz,
  primary key (user_id, digest)
);

-- The one code that is on its way to a phone. Six digits are few, so they are kept as an HMAC with the server's key.
create table identity.phone_code (
  user_id uuid primary key references identity."user" on delete cascade,
  phone text not null check (phone ~ '^\+[0-9]{10,15}$'),
  mac bytea not null,
  tries int not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table identity.saved_address (
  id uuid primary key default uuidv7(),
  user_id uuid not null references identity."user" on delete cascade,
  label text not null check (length(label) between 1 and 60),
  postcode text not null check (length(postcode) <= 16),
  formatted_address text check (length(formatted_address) <= 300),
  flat_and_house text check (length(flat_and_house) <= 120),
  stairs int not null default 0 check (stairs between 0 and 9),
  contact_name text check (length(contact_name) <= 100),
  contact_number text check (contact_number ~ '^\+[0-9]{10,15}$'),
  created_at timestamptz not null default now()
);
create index saved_address_user on identity.saved_address (user_id, label, id);

-- What a customer chose to be told; without a row the defaults hold.
create table identity.message_setting (
  user_id uuid not null references identity."user" on delete cascade,
  event text not null check (event in ('booking_updates', 'move_reminders', 'review_requests')),
  channel text not null check (channel in ('email', 'sms')),
  is_on boolean not null,
  primary key (user_id, event, channel)
);

-- When a closed account's personal data goes, and when it went.
alter table identity."user" add column erase_at timestamptz, add column erased_at timestamptz;
create index user_erase_at on identity."user" (erase_at) where status = 'pending_delete';
