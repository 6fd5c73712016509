-- The people of a company, each with a right-to-work check (ADR 0024). What the owner enters stands in the first columns, what the office
-- approved and customers see in the checked ones.
create table fleet.person (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies.company on delete cascade,
  first_name text not null check (length(first_name) between 1 and 60),
  last_name text not null check (length(last_name) between 1 and 60),
  photo_upload_id text references files.upload,
  checked_first_name text,
  checked_last_name text,
  checked_photo_upload_id text references files.upload,
  waits_since timestamptz, -- for the office
  refusal text check (length(refusal) <= 1000), -- why the office did not take a new name or photo
  version int not null default 1,
  created_at timestamptz not null,
  constraint checked_as_a_whole check (num_nulls(checked_first_name, checked_last_name, checked_photo_upload_id) in (0, 3))
);
create index person_company on fleet.person (company_id, created_at, id);
create index person_waiting on fleet.person (waits_since, id) where waits_since is not null;

-- A new check waits beside the old one, which counts while it runs.
create table fleet.person_check (
  id uuid primary key default uuidv7(),
  person_id uuid not null references fleet.person on delete cascade,
  method text not null check (method in ('share_code', 'british_or_irish_passport', 'other_document')),
  sealed text, -- share code and date of birth, with the server's key; erased by the decision
  upload_id text references files.upload,
  expires_on date, -- the first day on which it no longer counts; null where there is no time limit
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused', 'cancelled', 'replaced')),
  reason text check (length(reason) <= 1000),
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references identity."user",
  warned_at timestamptz, -- told that it expires soon
  ended_told_at timestamptz, -- told that it has expired
  constraint sealed_while_it_waits check (sealed is null or status = 'pending'),
  constraint refused_with_a_reason check (status <> 'refused' or reason is not null)
);
create unique index person_check_waits_once on fleet.person_check (person_id) where status = 'pending';
create index person_check_person on fleet.person_check (person_id, submitted_at);
create index person_check_expires on fleet.person_check (expires_on) where status = 'approved';

-- A person may work with several vans of the company, on one job at a time (bookings.crew_member).
create table fleet.unit_person (
  unit_id uuid not null references fleet.working_unit on delete cascade,
  person_id uuid not null references fleet.person on delete cascade,
  primary key (unit_id, person_id)
);
create index unit_person_person on fleet.unit_person (person_id);

-- Kept from the rows above, so that a search reads it with the unit: element n is the first day on which fewer than n people of the unit
-- count. Of three people at most, the largest crew.
alter table fleet.working_unit
  add column people_until date[] not null default '{}',
  add column people_grace_until date; -- jobs before this day need no checked people: units from before people were asked for

update fleet.working_unit set people_grace_until = current_date + 30;
