-- What is credited for a booking is never more than what its customer was charged and has not been given back; commission follows the price.

-- The price of a booking, or the fee for cancelling it.
create function billing.charged(booking uuid) returns bigint language sql stable as $$
  select coalesce(sum(p.amount_pence), 0)::bigint from billing.entry e
  join billing.posting p on p.entry_id = e.id and p.account = 'customer' and p.what = 'price'
  where e.booking_id = booking and e.kind in ('booking', 'cancellation')
$$;

-- Paid back to the card and not charged again since.
create function billing.refunded(booking uuid) returns bigint language sql stable as $$
  select greatest(0, coalesce(sum(-p.amount_pence) filter (where e.kind = 'refund'), 0) - greatest(0,
    coalesce(sum(p.amount_pence) filter (where e.kind = 'charge'), 0) - billing.charged(booking)))::bigint
  from billing.entry e join billing.posting p on p.entry_id = e.id and p.account = 'money'
  where e.booking_id = booking and e.kind in ('charge', 'refund')
$$;

-- Credited or paid back to the customer.
create function billing.given_back(booking uuid) returns bigint language sql stable as $$
  select billing.refunded(booking) - coalesce(sum(p.amount_pence), 0)::bigint from billing.entry e
  join billing.posting p on p.entry_id = e.id and p.account = 'customer' and p.what = 'correction'
  where e.booking_id = booking and e.kind in ('correction', 'reversal')
$$;

-- Checked when the transaction commits, one transaction of a booking after the other.
create function billing.check_credit() returns trigger language plpgsql as $$
declare
  credited bigint;
begin
  if new.kind = 'correction' then
    select -coalesce(sum(amount_pence), 0) into credited from billing.posting where entry_id = new.id and account = 'customer';
    if credited <= 0 then
      raise exception 'credit % is not more than nothing', new.id using errcode = 'check_violation', constraint = 'credit_positive';
    end if;
  end if;
  if new.booking_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('billing given back ' || new.booking_id, 0));
    if billing.given_back(new.booking_id) > billing.charged(new.booking_id) then
      raise exception 'booking % gives back more than was charged', new.booking_id
        using errcode = 'check_violation', constraint = 'credit_within_charge';
    end if;
  end if;
  return null;
end $$;
create constraint trigger credit_within_charge after insert on billing.entry deferrable initially deferred
  for each row when (new.kind = 'refund' or (new.kind = 'correction' and new.document_kind = 'sales_credit'))
  execute function billing.check_credit();

create index entry_of_customer on billing.entry (customer_id) where customer_id is not null;

-- A correction that moves commission is billed with its booking's commission, if that is not invoiced yet.
create or replace function billing.invoice_later() returns trigger language plpgsql as $$
begin
  insert into billing.unbilled (entry_id, kind, day, unit_id, customer_id)
  select e.id, 'invoice', e.day, e.unit_id, e.customer_id from billing.entry e
  where e.id in (select p.entry_id from added p where p.account = 'commission')
    and (e.kind in ('booking', 'cancellation') or (e.kind = 'correction' and e.document_kind <> 'invoice'))
  on conflict do nothing;
  return null;
end $$;

-- Commission that was invoiced and is owed back to the company: what a credit note of commission is drawn from. An entry leaves this list once it is
-- on a saved document of a kind other than statement and sales credit.
create view billing.commission_to_credit as
select c.id as entry_id, c.at, c.day, c.booking_id, c.company_id, c.unit_id, c.document_id, c.document_kind,
  c.about ->> 'reference' as reference, c.about ->> 'reason' as reason,
  s.id as invoice_sheet_id, s.tax_year as invoice_tax_year, s.number as invoice_number,
  (d.saved_at at time zone 'Europe/London')::date as invoice_date, m.net_pence, m.vat_pence
from billing.entry c
join billing.document cd on cd.id = c.document_id and cd.status = 'saved'
join billing.entry f on f.booking_id = c.booking_id and f.kind in ('booking', 'cancellation')
join billing.sheet_entry se on se.entry_id = f.id and se.kind = 'invoice' and se.is_saved
join billing.sheet s on s.id = se.sheet_id
join billing.document d on d.id = s.document_id
cross join lateral (
  select coalesce(sum(p.amount_pence) filter (where p.account = 'commission'), 0)::bigint as net_pence,
    coalesce(sum(p.amount_pence) filter (where p.account = 'vat'), 0)::bigint as vat_pence
  from billing.posting p where p.entry_id = c.id) m
where c.kind = 'correction' and c.document_kind in ('statement', 'sales_credit') and m.net_pence > 0
  and not exists (select from billing.sheet_entry o
    where o.entry_id = c.id and o.is_saved and o.kind not in ('statement', 'sales_credit'));
