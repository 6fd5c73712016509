create schema if not exists platform;

create table platform.idempotency (
  scope text not null check (length(scope) <= 200),
  key text not null check (length(key) between 1 and 200),
  digest bytea not null,
  status int,
  body json, -- json, not jsonb: the first answer again, byte for byte
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_created_at on platform.idempotency (created_at);

create table platform.rate_window (
  name text not null,
  key text not null,
  used int not null,
  ends_at timestamptz not null,
  primary key (name, key)
);
create index rate_window_ends_at on platform.rate_window (ends_at);

-- What happened, by whom, for the office: rows are added and read, never changed.
create table platform.audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_kind text not null,
  action text not null,
  object text not null,
  before jsonb,
  after jsonb
);
create index audit_object on platform.audit (object, at);

create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = '42501';
end $$;
create trigger audit_is_append_only before update or delete or truncate on platform.audit
  for each statement execute function platform.refuse_change();
