-- What a customer says was damaged or lost, what the company answers, and what the office says in the end.
create table bookings.claim (
  booking_id uuid primary key references bookings.booking on delete cascade,
  company_id uuid not null references companies.company on delete cascade,
  status text not null check (status in ('with_company', 'with_office', 'settled', 'decided')),
  asked_pence bigint not null check (asked_pence > 0),
  made_at timestamptz not null,
  answer_by timestamptz not null,
  answered_at timestamptz,
  accepted_pence bigint check (accepted_pence between 0 and asked_pence),
  answer text check (length(answer) <= 2000),
  decided_at timestamptz,
  decided_by uuid references identity."user",
  awarded_pence bigint check (awarded_pence between 0 and asked_pence),
  decision text check (length(decision) <= 2000),
  check ((answered_at is null) = (accepted_pence is null)),
  check ((status = 'decided') = (decided_at is not null)),
  check ((decided_at is null) = (awarded_pence is null))
);
create index claim_list on bookings.claim (made_at, booking_id);
create index claim_waiting on bookings.claim (made_at, booking_id) where status = 'with_office';

create table bookings.claim_item (
  booking_id uuid not null references bookings.claim on delete cascade,
  position int not null,
  words text not null check (length(words) between 1 and 1000),
  asked_pence bigint not null check (asked_pence > 0),
  photos_id text references files.upload,
  primary key (booking_id, position)
);
create unique index claim_item_photos on bookings.claim_item (photos_id) where photos_id is not null;
