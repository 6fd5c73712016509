-- A move on its way to another device or person (ADR 0056). A code becomes a link once it is entered. It is nobody's in particular, and goes with its time.
create table quoting.kept_move (
  id uuid primary key default uuidv7(),
  link_digest bytea unique check (octet_length(link_digest) = 32),
  code_mac bytea unique check (octet_length(code_mac) = 32),
  move jsonb not null, -- as it was checked, without names, numbers, house numbers and notes
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (num_nonnulls(link_digest, code_mac) >= 1),
  check (expires_at > created_at and expires_at <= created_at + interval '31 days')
);
create index kept_move_expires_at on quoting.kept_move (expires_at);
