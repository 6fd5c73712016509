-- What a van weighs. With the van stands what the office has approved: a search reads payload_kg and nothing else of it. What the driver
-- has said since waits beside it until it is decided.
alter table fleet.van
  add column if not exists payload_kg int,
  add column kerb_weight_kg int check (kerb_weight_kg between 500 and 7400),
  add constraint van_payload_is_sane check (payload_kg between 100 and 6500);

create table fleet.van_masses (
  unit_id uuid primary key references fleet.van (unit_id) on delete cascade,
  id uuid not null unique default uuidv7(), -- another one each time, so that nobody decides about figures they have not seen
  gross_weight_kg int check (gross_weight_kg between 1000 and 7500),
  kerb_weight_kg int check (kerb_weight_kg between 500 and 7400),
  payload_kg int check (payload_kg between 100 and 6500),
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
  reason text check (length(reason) <= 1000),
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references identity."user",
  constraint masses_say_something check (coalesce(gross_weight_kg, kerb_weight_kg, payload_kg) is not null),
  constraint masses_refused_with_a_reason check (status <> 'refused' or reason is not null)
);
create index van_masses_waiting on fleet.van_masses (submitted_at) where status = 'pending';

-- Above 3,500 kg: the driver's card and the calibration of the tachograph, of this unit.
alter table fleet.document drop constraint document_kind_check;
alter table fleet.document add constraint document_kind_check check (kind in ('v5c', 'mot', 'hire_and_reward', 'right_to_work',
  'driving_licence', 'goods_in_transit', 'public_liability', 'operator_licence', 'tachograph'));
