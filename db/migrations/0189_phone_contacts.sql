-- When a session of a driver has called us while a job of theirs was on, by the minute: its phone was not without signal then.
create table bookings.phone_contact (
  session_id uuid not null,
  at timestamptz not null,
  primary key (session_id, at)
);
create index phone_contact_at on bookings.phone_contact (at);
