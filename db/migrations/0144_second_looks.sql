-- Corrections of a draft that come to more than £1,000 are confirmed by a second person of the office before it is saved.
create table billing.correction_check (
  document_id uuid primary key references billing.document on delete cascade,
  -- How many entries of its own the document had: one more, and it has to be confirmed again.
  entries int not null check (entries > 0),
  confirmed_by uuid not null,
  confirmed_at timestamptz not null
);
