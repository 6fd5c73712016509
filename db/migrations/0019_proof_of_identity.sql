-- Where an account's owner has logged in: by the digest of a secret that the browser keeps, or of the network it came from. Wrong
-- tries from elsewhere do not count there.
create table identity.known_device (
  user_id uuid not null references identity."user" on delete cascade,
  digest bytea not null,
  last_used_at timestamptz not null,
  primary key (user_id, digest)
);
create index known_device_last_used_at on identity.known_device (last_used_at);

alter table identity.one_time_token drop constraint one_time_token_purpose_check;
alter table identity.one_time_token add constraint one_time_token_purpose_check check (purpose in (
  'verify_email', 'reset_password', 'booking', 'delete_account', 'change_email', 'change_phone', 'bank_account', 'login'));

-- A code that is on its way to the phone of somebody whose booking waits. It goes with the booking token that made the booking.
create table identity.start_code (
  booking_digest bytea primary key references identity.one_time_token on delete cascade,
  phone text not null check (phone ~ '^\+[0-9]{10,15}$'),
  mac bytea not null,
  tries int not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index one_time_token_booking on identity.one_time_token ((data ->> 'bookingId')) where purpose = 'booking';

-- By phone: somebody who proved a number and no address. Nobody logs in to it; it holds the booking until its own link is followed.
alter table identity."user" add column opened_by text not null default 'email' check (opened_by in ('email', 'phone'));
create index user_opened_by_phone on identity."user" (phone) where opened_by = 'phone';
