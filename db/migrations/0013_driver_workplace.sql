-- What a driver sets up and keeps up. A company is made for its driver before anything is known of it.
alter table companies.company
  alter column base_postcode drop not null,
  add column legal_name text check (length(legal_name) between 1 and 160),
  add column company_number text check (company_number ~ '^[A-Z0-9]{8}$'),
  add column registered_address text check (length(registered_address) <= 400),
  add column insurance_number text check (length(insurance_number) between 4 and 40),
  add column logo_upload_id text references files.upload,
  add constraint vat_number_comes_with_its_day check (vat_number is null or vat_registered_from is not null);

-- One user per company for now (decisions §6), and one company per user: two first requests at once make one.
drop index companies.company_owner;
create unique index company_owner on companies.company (owner_user_id);

create table companies.photo (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies.company on delete cascade,
  upload_id text not null unique references files.upload,
  position int not null check (position >= 0),
  caption text not null default '' check (length(caption) <= 140),
  created_at timestamptz not null default now()
);
create index photo_company on companies.photo (company_id, position);

-- Where card jobs are paid. A change is a new row: confirmed by the mailed link, and used a day after that; the one before is used until then.
create table companies.bank_account (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies.company on delete cascade,
  holder text not null check (length(holder) between 1 and 70),
  sealed text not null, -- sort code and account number, with the server's key
  sort_code_tail text not null check (sort_code_tail ~ '^[0-9]{2}$'),
  account_tail text not null check (account_tail ~ '^[0-9]{4}$'),
  requested_by uuid not null references identity."user",
  requested_at timestamptz not null default now(),
  confirmed_at timestamptz,
  usable_from timestamptz,
  check ((confirmed_at is null) = (usable_from is null))
);
create index bank_account_company on companies.bank_account (company_id, requested_at desc);

-- Only what a company chose differently from the usual (companies/notifying/rules.ts).
create table companies.notification_setting (
  company_id uuid not null references companies.company on delete cascade,
  event text not null,
  channel text not null check (channel in ('email', 'sms')),
  is_on boolean not null,
  primary key (company_id, event, channel)
);

alter table fleet.working_unit
  add column paused_at timestamptz, -- by the driver: deactivated_by_you
  add column office_block text check (office_block in ('blocked', 'deactivated')),
  add column office_reason text check (length(office_reason) <= 2000),
  add column office_at timestamptz,
  add column office_by uuid references identity."user",
  add column appeal text check (length(appeal) <= 4000),
  add column appealed_at timestamptz,
  add column area_base_postcode text,
  add column area_radius_metres int check (area_radius_metres between 1000 and 500000),
  add constraint office_block_has_a_reason check (office_block is null or office_reason is not null),
  add constraint radius_has_a_base check ((area_base_postcode is null) = (area_radius_metres is null));
update fleet.working_unit set office_block = status, office_reason = coalesce(status_reason, 'Decided by the office.'), office_at = now()
  where status in ('blocked', 'deactivated');
update fleet.working_unit set paused_at = now() where status = 'deactivated_by_you';

-- Above 3,500 kg an operator's licence is needed (field.md 3.6).
alter table fleet.van add column gross_weight_kg int check (gross_weight_kg between 1000 and 7500);

-- Papers. A new one waits beside the old, which counts while it runs.
create table fleet.document (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies.company on delete cascade,
  unit_id uuid references fleet.working_unit on delete cascade, -- null: it covers the whole company
  kind text not null check (kind in ('v5c', 'mot', 'hire_and_reward', 'right_to_work', 'driving_licence',
    'goods_in_transit', 'public_liability', 'operator_licence')),
  number text check (length(number) <= 60),
  expires_on date, -- the last day on which it counts
  upload_id text references files.upload,
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused', 'cancelled', 'replaced')),
  reason text check (length(reason) <= 1000),
  submitted_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references identity."user",
  warned_at timestamptz, -- told that it runs out soon
  ended_told_at timestamptz, -- told that it has run out
  constraint document_is_of_a_unit_or_a_company
    check ((unit_id is null) = (kind in ('goods_in_transit', 'public_liability', 'operator_licence'))),
  constraint refused_with_a_reason check (status <> 'refused' or reason is not null)
);
create unique index document_waits_once on fleet.document (company_id, coalesce(unit_id, company_id), kind) where status = 'pending';
create index document_company on fleet.document (company_id, unit_id);
create index document_unit on fleet.document (unit_id);
create index document_waiting on fleet.document (submitted_at) where status = 'pending';
create index document_expires on fleet.document (expires_on) where status = 'approved';

-- A private calendar address: of its unit and this number, so that the next number shuts the old address.
create table calendar.feed (
  unit_id uuid primary key references fleet.working_unit on delete cascade,
  version int not null default 1,
  is_on boolean not null default true,
  changed_at timestamptz not null default now()
);

-- False while the company has not said yet what a mile costs; everybody before this has.
alter table pricing.tariff add column mileage_saved boolean not null default true;
