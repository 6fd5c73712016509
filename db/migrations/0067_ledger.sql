-- The ledger: every pound that a booking, a cancellation, a credit, a correction or a charge causes, with two sides. Rows are only ever added.
create schema billing;

create table billing.entry (
  id uuid primary key,
  -- What it was posted for; the same cause is never posted twice.
  cause text not null unique,
  kind text not null check (kind in ('booking', 'cancellation', 'compensation', 'correction', 'reversal', 'charge', 'refund')),
  at timestamptz not null,
  -- The local day by which it belongs to a period.
  day date not null,
  -- No foreign keys: a ledger outlives what it is about.
  booking_id uuid,
  company_id uuid,
  unit_id uuid,
  customer_id uuid,
  -- Of a correction and its reversal: the document that it corrects.
  document_id uuid,
  document_kind text check (document_kind in ('statement', 'invoice', 'sales_credit')),
  reverses uuid unique references billing.entry,
  actor_id uuid,
  -- What a document says about it. No name of a person.
  about jsonb not null,
  check ((kind in ('correction', 'reversal')) = (document_id is not null)),
  check ((document_id is null) = (document_kind is null)),
  check ((kind = 'reversal') = (reverses is not null))
);
create index entry_unit on billing.entry (unit_id, day) where unit_id is not null;
create index entry_customer on billing.entry (customer_id, day) where kind = 'compensation';
create index entry_fee on billing.entry (day) where kind in ('booking', 'cancellation');
create index entry_document on billing.entry (document_id) where document_id is not null;
create index entry_booking on billing.entry (booking_id, at) where booking_id is not null;

-- A debit is positive, a credit negative. `mover`, `customer`: of the entry's unit and customer. `money`: with the card provider and at the bank.
create table billing.posting (
  entry_id uuid not null references billing.entry,
  position smallint not null check (position > 0),
  account text not null check (account in ('customer', 'mover', 'company', 'commission', 'vat', 'adjustments', 'money')),
  what text not null check (what in ('price', 'paid_to_mover', 'commission', 'vat', 'compensation', 'correction', 'charge', 'refund')),
  amount_pence bigint not null check (amount_pence <> 0),
  primary key (entry_id, position)
);

-- Checked when the transaction commits, so that an entry and its postings can be written one after the other.
create function billing.check_balance() returns trigger language plpgsql as $$
declare
  sides record;
begin
  select count(*) as n, coalesce(sum(amount_pence), 0) as total into sides from billing.posting where entry_id = new.id;
  if sides.n < 2 or sides.total <> 0 then
    raise exception 'ledger entry % does not balance', new.id using errcode = 'check_violation', constraint = 'entry_balances';
  end if;
  return null;
end $$;
create constraint trigger entry_balances after insert on billing.entry deferrable initially deferred
  for each row execute function billing.check_balance();
-- A posting comes with its entry: what was committed is complete.
create function billing.check_posting() returns trigger language plpgsql as $$
begin
  if not exists (select from billing.entry where id = new.entry_id and xmin::text::bigint = (pg_current_xact_id()::text::bigint & 4294967295)) then
    raise exception 'a posting comes in the transaction of its entry' using errcode = 'check_violation', constraint = 'posting_with_entry';
  end if;
  return new;
end $$;
create trigger posting_with_entry before insert on billing.posting for each row execute function billing.check_posting();

create function billing.keep() returns trigger language plpgsql as $$
begin
  raise exception 'a row of the ledger is never changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger entry_kept before update or delete or truncate on billing.entry for each statement execute function billing.keep();
create trigger posting_kept before update or delete or truncate on billing.posting for each statement execute function billing.keep();
