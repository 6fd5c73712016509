-- Moves that a customer saves by a name, to ask for them again (ADR 0056).
create table quoting.saved_move (
  id uuid primary key default uuidv7(),
  user_id uuid not null references identity."user" on delete cascade,
  name text not null check (length(name) between 1 and 60),
  move jsonb not null, -- as it was checked, without contacts, notes and a day
  created_at timestamptz not null
);
create index saved_move_user on quoting.saved_move (user_id, name, id);
