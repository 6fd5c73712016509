create schema files;

-- An upload is what one request brought: photos of a move. It is nobody's until a booking takes it, and goes after 24 hours if none does.
create table files.upload (
  id text primary key, -- opaque, unguessable: whoever holds it may attach it
  address_digest bytea not null, -- whose upload it was, for the limits, without keeping the address
  created_at timestamptz not null default now(),
  attached_at timestamptz
);
create index upload_orphans on files.upload (created_at) where attached_at is null;

create table files.file (
  id uuid primary key default uuidv7(),
  upload_id text references files.upload on delete cascade,
  position int not null default 0,
  storage_key text not null unique check (storage_key ~ '^[0-9a-f]{32,}$'),
  content_type text not null,
  bytes bigint not null check (bytes >= 0),
  width int,
  height int,
  original_name text check (length(original_name) <= 100),
  created_at timestamptz not null default now()
);
create index file_upload on files.file (upload_id, position);

create schema notifications;

-- Every e-mail and SMS, written in the transaction of what it tells; a job sends it. In demonstration mode this is the mailbox.
create table notifications.message (
  id uuid primary key default uuidv7(),
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  html text,
  kind text not null, -- what it tells: verify_email, booking_received, …
  subject_id uuid, -- the booking, user or document it is about
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  attempts int not null default 0,
  last_error text
);
create index message_sent on notifications.message (sent_at desc) where sent_at is not null;
create index message_subject on notifications.message (subject_id);
