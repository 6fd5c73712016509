-- The keys that sealed what is kept, by name: a start with a ring that lacks one says so (npm run keys:rotate retires them).
create table platform.secret_key (
  name text primary key check (name ~ '^[A-Za-z0-9_-]{8}$'),
  first_used_at timestamptz not null,
  retired_at timestamptz
);

-- A recovery code is known by its MAC only, so it cannot be made anew with another key: how many are older than the key can be said.
alter table identity.recovery_code add column made_at timestamptz not null default '-infinity';
alter table identity.recovery_code alter column made_at drop default;
