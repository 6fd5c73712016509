-- The price of a booking is taken once: what its customer is credited and what statements take off it are together at most what was charged.

-- Taken off the price, or off a road charge within it, by corrections of statements, drafts included; the customer gets nothing by it.
create function billing.taken_on_statements(booking uuid) returns bigint language sql stable as $$
  select greatest(0, coalesce(sum(p.amount_pence), 0))::bigint from billing.entry e
  join billing.posting p on p.entry_id = e.id and p.account = 'mover' and p.what = 'correction'
  where e.booking_id = booking and e.document_kind = 'statement' and e.about ->> 'corrects' in ('price', 'charge')
$$;

-- What is left of the price to credit, or to take off on a statement.
create function billing.left_of_price(booking uuid) returns bigint language sql stable as $$
  select greatest(0, billing.charged(booking) - billing.given_back(booking) - billing.taken_on_statements(booking))
$$;

create or replace function billing.check_credit() returns trigger language plpgsql as $$
declare
  credited bigint;
  taken bigint := 0;
begin
  -- A statement that adds to the price takes nothing off it.
  if new.document_kind = 'statement' and (
    select coalesce(sum(amount_pence), 0) from billing.posting where entry_id = new.id and account = 'mover' and what = 'correction') <= 0 then
    return null;
  end if;
  if new.kind = 'correction' and new.document_kind = 'sales_credit' then
    select -coalesce(sum(amount_pence), 0) into credited from billing.posting where entry_id = new.id and account = 'customer';
    if credited <= 0 then
      raise exception 'credit % is not more than nothing', new.id using errcode = 'check_violation', constraint = 'credit_positive';
    end if;
  end if;
  if new.booking_id is not null then
    perform pg_advisory_xact_lock(hashtextextended('billing given back ' || new.booking_id, 0));
    -- A refund follows what the card was charged.
    if new.kind = 'correction' then
      taken := billing.taken_on_statements(new.booking_id);
    end if;
    if billing.given_back(new.booking_id) + taken > billing.charged(new.booking_id) then
      raise exception 'booking % gives back more than was charged', new.booking_id
        using errcode = 'check_violation', constraint = 'credit_within_charge';
    end if;
  end if;
  return null;
end $$;

create constraint trigger statement_within_charge after insert on billing.entry deferrable initially deferred
  for each row when (new.kind = 'correction' and new.document_kind = 'statement' and new.booking_id is not null
    and new.about ->> 'corrects' in ('price', 'charge'))
  execute function billing.check_credit();
