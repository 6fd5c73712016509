-- What of the ledger is on no saved document of a kind yet: what a later month brings along, and whom a credit may be for. It follows from the
-- entries and from what is saved of them; found there, it would take all that a unit ever did.
create table billing.unbilled (
  entry_id uuid not null references billing.entry,
  kind text not null check (kind in ('statement', 'invoice', 'sales_credit')),
  day date not null,
  unit_id uuid,
  customer_id uuid,
  primary key (entry_id, kind)
);

insert into billing.unbilled (entry_id, kind, day, unit_id, customer_id)
select e.id, k.kind, e.day, e.unit_id, e.customer_id from billing.entry e, (values ('statement'), ('invoice'), ('sales_credit')) k(kind)
where not exists (select from billing.sheet_entry s where s.entry_id = e.id and s.kind = k.kind and s.is_saved)
  and not exists (select from billing.entry r where r.reverses = e.id)
  and case k.kind
    when 'statement' then e.unit_id is not null and (e.kind in ('booking', 'cancellation', 'compensation') or (e.kind = 'correction' and e.document_kind = 'sales_credit'))
    when 'invoice' then e.kind in ('booking', 'cancellation') and exists (select from billing.posting p where p.entry_id = e.id and p.account = 'commission')
    else e.kind = 'compensation' and e.customer_id is not null end;

create index unbilled_of_unit on billing.unbilled (unit_id, day) where kind = 'statement';
create index unbilled_of_customer on billing.unbilled (customer_id, day) where kind = 'sales_credit';
create index unbilled_on_invoice on billing.unbilled (day) where kind = 'invoice';

create function billing.bill_later() returns trigger language plpgsql as $$
begin
  insert into billing.unbilled (entry_id, kind, day, unit_id, customer_id)
  select e.id, k.kind, e.day, e.unit_id, e.customer_id from added e, (values ('statement'), ('sales_credit')) k(kind)
  where case k.kind
    when 'statement' then e.unit_id is not null and (e.kind in ('booking', 'cancellation', 'compensation') or (e.kind = 'correction' and e.document_kind = 'sales_credit'))
    else e.kind = 'compensation' and e.customer_id is not null end;
  delete from billing.unbilled u using added a where a.reverses is not null and u.entry_id = a.reverses;
  return null;
end $$;
create trigger entry_unbilled after insert on billing.entry referencing new table as added for each statement execute function billing.bill_later();

-- Only what has a commission is on an invoice.
create function billing.invoice_later() returns trigger language plpgsql as $$
begin
  insert into billing.unbilled (entry_id, kind, day, unit_id, customer_id)
  select e.id, 'invoice', e.day, e.unit_id, e.customer_id from billing.entry e
  where e.id in (select p.entry_id from added p where p.account = 'commission') and e.kind in ('booking', 'cancellation')
  on conflict do nothing;
  return null;
end $$;
create trigger posting_unbilled after insert on billing.posting referencing new table as added for each statement execute function billing.invoice_later();

create function billing.billed() returns trigger language plpgsql as $$
begin
  delete from billing.unbilled u using changed c where c.is_saved and u.entry_id = c.entry_id and u.kind = c.kind;
  return null;
end $$;
create trigger sheet_entry_billed after update on billing.sheet_entry referencing new table as changed for each statement execute function billing.billed();
