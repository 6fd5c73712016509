-- Who drives a unit besides the owner, or is invited to (ADR 0026). At most one at a time; what was before is in the audit.
create table fleet.unit_driver (
  unit_id uuid primary key references fleet.working_unit on delete cascade,
  email text check (length(email) <= 254), -- where the invitation went; erased when it is accepted, because the account has its own
  first_name text check (length(first_name) between 1 and 100), -- as the owner typed it; erased with the address
  digest bytea, -- of the mailed link, which works once
  may_answer boolean not null, -- confirm, reject and take jobs
  invited_at timestamptz not null,
  expires_at timestamptz not null, -- of the link
  user_id uuid references identity."user",
  joined_at timestamptz,
  constraint invited_or_joined check (
    num_nulls(user_id, joined_at) = 0 and num_nonnulls(email, first_name, digest) = 0
    or num_nonnulls(user_id, joined_at) = 0 and num_nulls(email, digest) = 0
  )
);
-- A person drives one unit.
create unique index unit_driver_user on fleet.unit_driver (user_id);
create unique index unit_driver_digest on fleet.unit_driver (digest);
create index unit_driver_expires on fleet.unit_driver (expires_at) where user_id is null;

-- By invitation: a driver who never gets a company of their own.
alter table identity."user" drop constraint user_opened_by_check;
alter table identity."user" add constraint user_opened_by_check check (opened_by in ('email', 'phone', 'invitation'));

alter table bookings.event drop constraint event_actor_kind_check;
alter table bookings.event add constraint event_actor_kind_check
  check (actor_kind in ('customer', 'driver', 'hired', 'admin', 'bookingToken', 'system'));
alter table platform.audit drop constraint audit_actor_kind_check;
alter table platform.audit add constraint audit_actor_kind_check
  check (actor_kind in ('customer', 'driver', 'hired', 'admin', 'bookingToken', 'system'));
