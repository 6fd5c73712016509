-- Statements, invoices and sales credits: one noun, three kinds. A document is a choice of ledger entries; what it says is read from them.

create table billing.document (
  id uuid primary key,
  kind text not null check (kind in ('statement', 'invoice', 'sales_credit')),
  start_day date not null,
  end_day date not null check (end_day >= start_day),
  unit_id uuid,
  customer_id uuid,
  status text not null default 'draft' check (status in ('draft', 'saved')),
  -- One more each time that a draft is worked out anew: it is mailed once per recipient and version.
  version int not null default 1,
  made_at timestamptz not null,
  made_by uuid,
  saved_at timestamptz,
  saved_by uuid,
  check ((kind = 'statement') = (unit_id is not null)),
  check ((kind = 'sales_credit') = (customer_id is not null)),
  check ((status = 'saved') = (saved_at is not null))
);
create index document_list on billing.document (kind, made_at desc, id desc);
create index document_unit on billing.document (unit_id, end_day desc) where unit_id is not null;
create index document_customer on billing.document (customer_id, end_day desc) where customer_id is not null;
create index document_invoices on billing.document (end_day desc) where kind = 'invoice';

-- What one party gets: a statement and a credit have one sheet, an invoice run one for each company. Numbers are given when it is saved.
create table billing.sheet (
  id uuid primary key,
  document_id uuid not null references billing.document on delete cascade,
  kind text not null check (kind in ('statement', 'invoice', 'sales_credit')),
  company_id uuid,
  customer_id uuid,
  -- As the two were called on that day.
  party jsonb not null,
  issuer jsonb not null,
  -- Of an invoice: one line for each working unit.
  unit_lines jsonb not null default '[]',
  tax_year text check (tax_year ~ '^\d{4}/\d{2}$'),
  number int check (number > 0),
  entries int not null,
  gross_pence bigint not null,
  held_by_mover_pence bigint not null,
  commission_pence bigint not null,
  vat_pence bigint not null,
  corrections_pence bigint not null,
  balance_pence bigint not null,
  unique nulls not distinct (document_id, company_id, customer_id),
  unique (kind, tax_year, number),
  check ((tax_year is null) = (number is null))
);
create index sheet_company on billing.sheet (company_id, kind) where company_id is not null;

create table billing.sheet_entry (
  sheet_id uuid not null references billing.sheet on delete cascade,
  entry_id uuid not null references billing.entry,
  kind text not null check (kind in ('statement', 'invoice', 'sales_credit')),
  is_saved boolean not null default false,
  primary key (sheet_id, entry_id)
);
-- No entry is on two saved documents of one kind.
create unique index entry_billed_once on billing.sheet_entry (entry_id, kind) where is_saved;
create index sheet_entry_entry on billing.sheet_entry (entry_id);

-- The last number that was given, per kind and tax year. Its row is locked by who saves, so that numbers have no gap.
create table billing.series (
  kind text not null check (kind in ('statement', 'invoice', 'sales_credit')),
  tax_year text not null,
  last int not null check (last > 0),
  primary key (kind, tax_year)
);

create function billing.keep_saved() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
begin
  if (was ->> 'status') = 'saved' or (was ->> 'is_saved')::boolean
    or exists (select from billing.document d where d.id = (was ->> 'document_id')::uuid and d.status = 'saved') then
    raise exception 'a saved document is never changed' using errcode = 'integrity_constraint_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger document_kept before update or delete on billing.document for each row execute function billing.keep_saved();
create trigger sheet_kept before update or delete on billing.sheet for each row execute function billing.keep_saved();
create trigger sheet_entry_kept before update or delete on billing.sheet_entry for each row execute function billing.keep_saved();

-- What was mailed: each sheet once per recipient and version.
create table billing.delivery (
  document_id uuid not null references billing.document on delete cascade,
  sheet_id uuid not null references billing.sheet on delete cascade,
  version int not null,
  recipient text not null,
  at timestamptz not null,
  primary key (sheet_id, version, recipient)
);
create index delivery_document on billing.delivery (document_id, version);

-- What a mover asks about a line of a statement, and what the office answers; both stay with it.
create table billing.line_query (
  id uuid primary key,
  document_id uuid not null references billing.document on delete cascade,
  entry_id uuid not null references billing.entry,
  company_id uuid not null,
  text text not null check (length(text) between 1 and 1000),
  asked_by uuid,
  asked_at timestamptz not null,
  answer text check (length(answer) between 1 and 1000),
  answered_by uuid,
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null)),
  unique (document_id, entry_id)
);
create index line_query_waiting on billing.line_query (asked_at) where answered_at is null;
create index line_query_entry on billing.line_query (entry_id);
