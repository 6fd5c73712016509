-- The moving day of a booking: its clock, its record, what lies beside the record, and what waits for the office.

-- What the day has come to, one row from the first action on. Written by day/record/commands.ts with each entry.
create table bookings.day (
  booking_id uuid primary key references bookings.booking on delete cascade,
  set_off_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- Set while the clock stands still.
  paused_at timestamptz,
  pause_reason text check (pause_reason in ('keys_not_released', 'access', 'other')),
  -- Ended pauses: of the customer (keys, access), and of the mover.
  waited_seconds int not null default 0 check (waited_seconds >= 0),
  paused_seconds int not null default 0 check (paused_seconds >= 0),
  -- "Running late": when they said they would come.
  late_eta timestamptz,
  shares_position boolean not null default false,
  -- Of the items of the move, by their place in the list.
  loaded int[] not null default '{}',
  hours text not null default 'open' check (hours in ('open', 'disputed', 'confirmed')),
  hours_by text check (hours_by in ('customer', 'silence', 'office')),
  hours_at timestamptz,
  billed_minutes int check (billed_minutes >= 0),
  -- Marks of jobs that have told somebody, so that one that runs twice tells once.
  reminded_for timestamptz,
  late_told_for timestamptz,
  free_told_for timestamptz,
  check ((paused_at is null) = (pause_reason is null)),
  check (hours <> 'confirmed' or (hours_at is not null and hours_by is not null))
);

-- The record: one chain per booking, each entry with the digest of the one before. It holds no name and no word of anybody, so it is never
-- erased, and has no foreign key: nothing may take an entry away.
create table bookings.day_entry (
  booking_id uuid not null,
  seq int not null check (seq > 0),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  who text not null check (who in ('driver', 'hired', 'customer', 'link', 'office', 'system')),
  at timestamptz not null,
  happened_at timestamptz not null,
  -- The phone's time was more than five minutes away from ours.
  is_shifted boolean not null,
  -- Done for a job that was cancelled or had gone to somebody else.
  is_conflict boolean not null,
  payload_digest bytea not null check (octet_length(payload_digest) = 32),
  prev_digest bytea not null check (octet_length(prev_digest) = 32),
  digest bytea not null check (octet_length(digest) = 32),
  primary key (booking_id, seq)
);

create function bookings.keep_day_entry() returns trigger language plpgsql as $$
begin
  raise exception 'an entry of a day''s record is never changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger day_entry_kept before update or delete on bookings.day_entry for each row execute function bookings.keep_day_entry();

-- Names, words and the digests of photos, beside their entry. Erased with its salt, it leaves a digest that says nothing.
create table bookings.day_detail (
  booking_id uuid not null references bookings.booking on delete cascade,
  seq int not null,
  salt bytea,
  payload jsonb,
  actor_id uuid,
  primary key (booking_id, seq),
  check ((salt is null) = (payload is null))
);
create index day_detail_actor on bookings.day_detail (actor_id) where actor_id is not null;

-- What a phone has sent: each action once, by the key that it made. `moved`: the job had changed meanwhile.
create table bookings.day_action (
  booking_id uuid not null references bookings.booking on delete cascade,
  action_key uuid not null,
  unit_id uuid not null,
  kind text not null,
  request_digest bytea not null,
  is_conflict boolean not null,
  at timestamptz not null,
  primary key (booking_id, action_key)
);

create table bookings.day_photo (
  id uuid primary key,
  booking_id uuid not null references bookings.booking on delete cascade,
  stage text not null check (stage in ('before', 'after')),
  upload_id text not null references files.upload,
  file_id uuid not null references files.file on delete cascade,
  digest bytea not null check (octet_length(digest) = 32), -- SHA-256 of the file
  at timestamptz not null
);
create index day_photo_booking on bookings.day_photo (booking_id, id);
create index day_photo_upload on bookings.day_photo (upload_id);
create index day_photo_file on bookings.day_photo (file_id);

-- Where the van is, between "on the way" and its arrival: the last one only.
create table bookings.van_position (
  booking_id uuid primary key references bookings.booking on delete cascade,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  at timestamptz not null
);
create index van_position_at on bookings.van_position (at);

-- What the office has to decide. Until then nothing of it is billed.
create table bookings.day_question (
  id uuid primary key,
  booking_id uuid not null references bookings.booking on delete cascade,
  unit_id uuid references fleet.working_unit on delete cascade,
  kind text not null check (kind in ('not_started', 'not_finished', 'hours', 'conflict')),
  asked_at timestamptz not null,
  -- Of disputed hours: what the customer says.
  text text check (length(text) <= 2000),
  minutes int check (minutes between 0 and 2880),
  decided_at timestamptz,
  decided_by uuid references identity."user" on delete set null,
  decision text,
  reason text,
  check ((decided_at is null) = (decision is null))
);
create unique index day_question_open on bookings.day_question (booking_id, kind, coalesce(unit_id, '00000000-0000-0000-0000-000000000000')) where decided_at is null;
create index day_question_board on bookings.day_question (asked_at, id) where decided_at is null;
create index day_question_booking on bookings.day_question (booking_id);
create index day_question_unit on bookings.day_question (unit_id) where unit_id is not null;

alter table bookings.booking
  -- What is owed for a move that is done; null until its hours are confirmed.
  add column final_pence bigint check (final_pence >= 0 and final_pence <= ceiling_pence),
  -- Time over and waiting, as far as the ceiling lets them be charged.
  add column extra_lines jsonb not null default '[]',
  -- Cancelled by the customer because the mover was more than half an hour late: it counts as the mover's.
  add column by_mover boolean not null default false;
