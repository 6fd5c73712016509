-- What customer and company write to each other about a booking.
create table bookings.message (
  id uuid primary key,
  booking_id uuid not null references bookings.booking on delete cascade,
  -- The company that had the booking then: one that gets it later does not read what was written before.
  company_id uuid not null references companies.company on delete cascade,
  side text not null check (side in ('customer', 'company')),
  author_id uuid not null references identity."user",
  text text not null check (length(text) <= 2000),
  photos_id text references files.upload,
  at timestamptz not null,
  -- By the office, after a report.
  removed_at timestamptz,
  check (text <> '' or photos_id is not null)
);
create index message_booking on bookings.message (booking_id, at, id);
create index message_author on bookings.message (author_id);
create index message_photos on bookings.message (at) where photos_id is not null;

-- One row per booking in which somebody has written: its last message, and how far each side has read.
create table bookings.thread (
  booking_id uuid primary key references bookings.booking on delete cascade,
  customer_id uuid not null references identity."user",
  company_id uuid not null references companies.company on delete cascade,
  last_message_id uuid not null,
  last_at timestamptz not null,
  customer_unread int not null default 0 check (customer_unread >= 0),
  company_unread int not null default 0 check (company_unread >= 0),
  customer_read_at timestamptz,
  company_read_at timestamptz
);
create index thread_customer on bookings.thread (customer_id, last_at, booking_id);
create index thread_company on bookings.thread (company_id, last_at, booking_id);
create index thread_customer_unread on bookings.thread (customer_id) where customer_unread > 0;
create index thread_company_unread on bookings.thread (company_id) where company_unread > 0;

-- A message that one side has shown to the office.
create table bookings.message_report (
  id uuid primary key,
  message_id uuid not null references bookings.message on delete cascade,
  reporter_id uuid not null references identity."user",
  reason text not null check (length(reason) between 1 and 1000),
  at timestamptz not null,
  decision text check (decision in ('leave', 'remove')),
  decision_reason text check (length(decision_reason) <= 1000),
  decided_at timestamptz,
  decided_by uuid references identity."user",
  unique (message_id, reporter_id),
  check ((decision is null) = (decided_at is null))
);
create index message_report_open on bookings.message_report (at, id) where decided_at is null;
create index message_report_decided on bookings.message_report (decided_at, id) where decided_at is not null;
