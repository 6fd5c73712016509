create schema identity;

create table identity."user" (
  id uuid primary key default uuidv7(),
  user_role text not null check (user_role in ('customer', 'driver', 'admin')),
  email text not null check (length(email) <= 254),
  email_key text not null, -- the canonical form that addresses are matched by
  email_verified_at timestamptz,
  password_hash text not null,
  first_name text not null check (length(first_name) between 1 and 100),
  last_name text check (length(last_name) <= 100),
  phone text check (phone ~ '^\+[0-9]{10,15}$'),
  phone_verified_at timestamptz,
  status text not null default 'active' check (status in ('active', 'blocked', 'pending_delete', 'deleted')),
  status_reason text,
  is_demonstration boolean not null default false,
  created_at timestamptz not null default now(),
  constraint user_email_is_unique unique (email_key)
);

create table identity.session (
  id uuid primary key default uuidv7(),
  user_id uuid not null references identity."user" on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text check (length(user_agent) <= 300)
);
create index session_by_user on identity.session (user_id) where revoked_at is null;

-- Refresh tokens are kept as SHA-256 digests and rotate at each use; the row of a used one stays, so that a replay is seen.
create table identity.refresh_token (
  digest bytea primary key,
  session_id uuid not null references identity.session on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  replaced_at timestamptz,
  successor text -- the next token, sealed with the server's key, for the ten seconds of grace
);
create index refresh_token_session on identity.refresh_token (session_id);

-- Links and codes: single use, hashed, one purpose each.
create table identity.one_time_token (
  digest bytea primary key,
  user_id uuid not null references identity."user" on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password', 'booking', 'delete_account', 'change_email', 'change_phone', 'bank_account')),
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_token_user on identity.one_time_token (user_id, purpose) where used_at is null;
