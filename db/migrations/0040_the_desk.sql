-- What the office has decided, for a minute with the rows as they were: until then whoever decided can take it back, and the driver is not
-- told before (ADR 0029).
create table fleet.office_decision (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies.company on delete cascade,
  unit_id uuid references fleet.working_unit on delete cascade,
  person_id uuid references fleet.person on delete cascade,
  kind text not null check (kind in ('documents', 'person', 'blocked', 'deactivated', 'lifted', 'appeal_upheld')),
  detail jsonb not null, -- what was decided about what, and why
  scope jsonb not null, -- which rows it may have changed
  before jsonb, -- these rows as they were, and as it left them; erased once it can no longer be undone
  after jsonb,
  uploads text[] not null default '{}', -- what nothing refers to any more, to go with the rows above
  decided_at timestamptz not null,
  decided_by uuid references identity."user",
  undo_until timestamptz not null,
  undone_at timestamptz,
  told_at timestamptz, -- the driver was told, or need not be
  constraint decision_is_of_a_unit_or_a_person check (num_nonnulls(unit_id, person_id) = 1)
);
create index office_decision_unit on fleet.office_decision (unit_id, decided_at);
create index office_decision_person on fleet.office_decision (person_id, decided_at);
create index office_decision_company on fleet.office_decision (company_id);
create index office_decision_open on fleet.office_decision (decided_by, undo_until) where before is not null;

-- Blocks and their end from before, as the audit has them.
insert into fleet.office_decision (company_id, unit_id, kind, detail, scope, decided_at, decided_by, undo_until, told_at)
select u.company_id, u.id, case a.action when 'working_unit.restored' then 'lifted' else split_part(a.action, '.', 2) end,
  jsonb_strip_nulls(jsonb_build_object('reason', a.after ->> 'reason')), '{}', a.at, admin.id, a.at, a.at
from platform.audit a join fleet.working_unit u on a.object = 'working_unit ' || u.id
left join identity."user" admin on admin.id = a.actor_id
where a.action in ('working_unit.blocked', 'working_unit.deactivated', 'working_unit.restored');

-- What was compared beside an approved document: the field, and what we had on file for it.
alter table fleet.document add column ticks jsonb;

-- The office's answer to the appeal that stands beside it. While there is none, the appeal waits.
alter table fleet.working_unit
  add column appeal_answer text check (length(appeal_answer) <= 2000),
  add column appeal_answered_at timestamptz,
  add constraint appeal_is_answered_whole check ((appeal_answer is null) = (appeal_answered_at is null));
create index working_unit_stopped on fleet.working_unit (office_at) where office_block is not null;

-- Which unit or person each admin has open. A row counts for less than a minute, so losing it loses nothing.
create table fleet.office_look (
  user_id uuid primary key references identity."user" on delete cascade,
  subject_id uuid not null,
  at timestamptz not null
);
create index office_look_subject on fleet.office_look (subject_id);
