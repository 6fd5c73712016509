-- What each van beside the lead has of a booking's price and commission (ADR 0073): pairs of entries, one on its statement and one, the other way round, on
-- that of the lead.
alter table billing.entry drop constraint entry_kind_check,
  add constraint entry_kind_check check (kind in ('booking', 'cancellation', 'share', 'compensation', 'correction', 'reversal', 'charge', 'refund'));

create or replace function billing.bill_later() returns trigger language plpgsql as $$
begin
  insert into billing.unbilled (entry_id, kind, day, unit_id, customer_id)
  select e.id, k.kind, e.day, e.unit_id, e.customer_id from added e, (values ('statement'), ('sales_credit')) k(kind)
  where case k.kind
    when 'statement' then e.unit_id is not null
      and (e.kind in ('booking', 'cancellation', 'share', 'compensation') or (e.kind = 'correction' and e.document_kind = 'sales_credit'))
    else e.kind = 'compensation' and e.customer_id is not null end;
  delete from billing.unbilled u using added a where a.reverses is not null and u.entry_id = a.reverses;
  return null;
end $$;

-- A van's part, on one day, of what a booking of several vans or days costs: its own price, and its share of what comes on top or is taken off, by the prices
-- of them all. Pennies that are left are the lead's, on its first day.
create function bookings.part_of_price(v bookings.booking_van, price bigint) returns bigint language sql stable as $$
  with vans as (
    select p.van, p.day, p.total_pence, coalesce(trunc((price - sum(p.total_pence) over ()) * p.total_pence::numeric / nullif(sum(p.total_pence) over (), 0)), 0) as over_pence
    from bookings.booking_van p where p.booking_id = v.booking_id)
  select case when (v.van, v.day) = (1, 1)
    then price - (select coalesce(sum(total_pence + over_pence), 0) from vans where (van, day) <> (1, 1))
    else (select total_pence + over_pence from vans where (van, day) = (v.van, v.day)) end::bigint
$$;

-- As in 0197; new: what comes on top of a plan's price in the end is divided among its vans, as on their statements.
create or replace view calendar.unit_booking as
  select v.booking_id as id, v.unit_id, v.state as status, lower(v.during) as start_at, upper(v.during) - bookings.declared_waiting(b.work) as end_at,
    b.respond_by, coalesce(v.total_pence, b.total_pence) as total_pence, b.payment_method, b.move, b.work,
    case when b.final_pence is null or v.total_pence is null then b.final_pence else bookings.part_of_price(v, b.final_pence) end as final_pence,
    case when b.due_pence is null or v.total_pence is null then b.due_pence else bookings.part_of_price(v, b.due_pence) end as due_pence,
    b.special_pay_method, v.van, v.day, v.trips, v.help, v.items as share,
    case when v.total_pence is null then b.commissionable_pence + coalesce(b.final_pence, b.due_pence, b.total_pence) - b.total_pence
      else v.commissionable_pence + bookings.part_of_price(v, coalesce(b.final_pence, b.due_pence, b.total_pence)) - v.total_pence end as commissionable_pence,
    case when v.van = 1 then coalesce(b.final_pence, b.due_pence, b.total_pence) end as to_take_pence, v.driving_minutes, v.duty_minutes, b.created_at
  from bookings.booking_van v join bookings.booking b on b.id = v.booking_id
  where v.state not in ('hot', 'awaiting_verification');
