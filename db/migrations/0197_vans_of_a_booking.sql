-- The vans of a booking (ADR 0071): one to three of its company, on one day or on two, a row for each van and day. Van 1 leads, on every day: its
-- unit is the booking's own, the booking begins with its first day and ends with its last. A trigger keeps its first row from the booking, for every
-- booking that has a unit, and the state of them all. The other rows are written when several vans, or a second day, are booked.
create table bookings.booking_van (
  booking_id uuid not null references bookings.booking on delete cascade,
  van smallint not null check (van between 1 and 3),
  day smallint not null check (day between 1 and 2),
  unit_id uuid not null references fleet.working_unit,
  -- The booking's, so that each list of a unit has an index of its own rows. One that was never verified stays so.
  state text not null check (state in (
    'awaiting_verification', 'hot', 'new_booking', 'confirmed', 'in_progress', 'completed', 'canceled_by_customer', 'no_one_took', 'not_taken_by_driver', 'rejected')),
  -- The time held, declared waiting included, as in calendar.hold.
  during tstzrange not null check (not isempty(during) and lower_inc(during) and not upper_inc(during)),
  trips smallint not null check (trips >= 1),
  help text not null check (help in ('no_help', 'driver_helps', 'one_porter', 'two_porters')),
  -- What the van takes of the order, on all of its days: lines by their place in `move`, [{"index": 0, "amount": 2}]. Null: the whole order.
  items jsonb,
  -- The van's price of that day; null: the booking's.
  lines jsonb,
  total_pence int check (total_pence >= 0),
  commissionable_pence int check (commissionable_pence between 0 and total_pence),
  minimum_time_pence int check (minimum_time_pence >= 0),
  driving_minutes int,
  duty_minutes int,
  -- Sent home by the lead before the end.
  done_at timestamptz,
  primary key (booking_id, van, day),
  constraint booking_van_is_one_unit unique (booking_id, unit_id, day),
  check (driving_minutes between 0 and duty_minutes),
  constraint booking_van_has_whole_price check (num_nulls(total_pence, commissionable_pence) <> 1),
  constraint booking_van_beside_another_has_price check (van = 1 and day = 1 or total_pence is not null)
);

create function bookings.state_of(b bookings.booking) returns text language sql immutable parallel safe
  return case when b.awaiting_verification then 'awaiting_verification' when b.is_hot then 'hot' else b.status end;

-- Waiting that the customer has declared: held after the end.
create function bookings.declared_waiting(work jsonb) returns interval language sql stable parallel safe
  return coalesce((work #>> '{order,declaredWaiting}')::interval, interval '0');

-- What one van on one day does of a booking: all of it.
create function bookings.insert_lead_van(b bookings.booking) returns void language sql as $$
  insert into bookings.booking_van (booking_id, van, day, unit_id, state, during, trips, help, driving_minutes, duty_minutes)
  select b.id, 1, 1, b.unit_id, bookings.state_of(b), tstzrange(b.start_at, b.end_at + bookings.declared_waiting(b.work)),
    coalesce((b.work #>> '{order,trips}')::int, 1), coalesce(b.move ->> 'manPower', 'no_help'),
    coalesce(sum(minutes) filter (where key = 'travelTime'), 0), coalesce(sum(minutes), 0)
  from (
    select o.key, (extract(epoch from o.value::interval) / 60)::int as minutes from jsonb_each_text(b.work -> 'order') o
    where o.key in ('travelTime', 'loadUnloadTime', 'stairsTime', 'stopsTime', 'assemblingTime', 'disassemblingTime', 'declaredWaiting')) t
$$;
select bookings.insert_lead_van(b) from bookings.booking b where b.unit_id is not null;

-- With another unit, the vans of the one before are gone. With another start all vans come as much earlier or later; another end is the lead's.
create function bookings.keep_vans() returns trigger language plpgsql as $$
declare
  shift constant interval := case tg_op when 'UPDATE' then make_interval(secs => extract(epoch from new.start_at - old.start_at)) end;
begin
  if tg_op = 'INSERT' or new.unit_id is distinct from old.unit_id then
    delete from bookings.booking_van where booking_id = new.id;
    if new.unit_id is not null then perform bookings.insert_lead_van(new); end if;
  elsif new.start_at = old.start_at and new.end_at = old.end_at then
    update bookings.booking_van set state = bookings.state_of(new) where booking_id = new.id;
  else
    update bookings.booking_van v set state = bookings.state_of(new), during = tstzrange(
      lower(v.during) + shift,
      case when v.van = 1 and not exists (select from bookings.booking_van l where l.booking_id = new.id and l.van = 1 and l.day > v.day)
        then new.end_at + bookings.declared_waiting(new.work) else upper(v.during) + shift end)
    where v.booking_id = new.id;
  end if;
  return null;
end $$;
create trigger booking_vans_of_new after insert on bookings.booking for each row when (new.unit_id is not null) execute function bookings.keep_vans();
create trigger booking_vans_kept after update of unit_id, start_at, end_at, status, is_hot, awaiting_verification on bookings.booking for each row
  when ((old.unit_id, old.start_at, old.end_at, old.status, old.is_hot, old.awaiting_verification)
    is distinct from (new.unit_id, new.start_at, new.end_at, new.status, new.is_hot, new.awaiting_verification))
  execute function bookings.keep_vans();

-- A unit's time; its lists, each in its order and with only its own rows, which were indexes of the booking.
create index booking_van_unit on bookings.booking_van (unit_id, lower(during));
create index booking_van_new on bookings.booking_van (unit_id, lower(during), booking_id) where state = 'new_booking';
create index booking_van_confirmed on bookings.booking_van (unit_id, lower(during), booking_id) where state in ('confirmed', 'in_progress');
create index booking_van_over on bookings.booking_van (unit_id, lower(during), booking_id)
  where state in ('completed', 'canceled_by_customer', 'rejected', 'not_taken_by_driver', 'no_one_took');
create index booking_van_over_state on bookings.booking_van (unit_id, state, lower(during), booking_id)
  where state in ('completed', 'canceled_by_customer', 'rejected', 'not_taken_by_driver', 'no_one_took');
create index booking_van_beside on bookings.booking_van (unit_id) where van > 1;
drop index bookings.booking_unit_new, bookings.booking_unit_confirmed, bookings.booking_unit_over, bookings.booking_unit_over_status;

-- What a van does on one day: its own times and its part of the price. What comes on top in the end is the lead's, who takes the money of them all.
create or replace view calendar.unit_booking as
  select v.booking_id as id, v.unit_id, v.state as status, lower(v.during) as start_at, upper(v.during) - bookings.declared_waiting(b.work) as end_at,
    b.respond_by, coalesce(v.total_pence, b.total_pence) as total_pence, b.payment_method, b.move, b.work,
    case when b.final_pence is not null then coalesce(v.total_pence, b.total_pence) + o.over_pence end as final_pence,
    case when b.due_pence is not null then coalesce(v.total_pence, b.total_pence) + o.over_pence end as due_pence, b.special_pay_method,
    v.van, v.day, v.trips, v.help, v.items as share,
    coalesce(v.commissionable_pence, b.commissionable_pence) + o.over_pence as commissionable_pence,
    case when v.van = 1 then coalesce(b.final_pence, b.due_pence, b.total_pence) end as to_take_pence, v.driving_minutes, v.duty_minutes, b.created_at
  from bookings.booking_van v join bookings.booking b on b.id = v.booking_id
  cross join lateral (
    select case when v.total_pence is null or v.van = 1 and v.day = 1 then coalesce(b.final_pence, b.due_pence, b.total_pence) - b.total_pence else 0 end as over_pence) o
  where v.state not in ('hot', 'awaiting_verification');

-- The same on all of its days.
create view bookings.van_part as
  select id as booking_id, unit_id, van, min(start_at) as start_at, max(end_at) as end_at, sum(trips)::int as trips, min(help) as help,
    (array_agg(share))[1] as share, sum(driving_minutes)::int as driving_minutes, sum(duty_minutes)::int as duty_minutes
  from calendar.unit_booking group by id, unit_id, van;

create or replace view fleet.held_booking as
  select h.unit_id, h.during, b.id, b.status, coalesce(lower(v.during), b.start_at) as start_at,
    coalesce(upper(v.during) - bookings.declared_waiting(b.work), b.end_at) as end_at, b.respond_by, coalesce(v.total_pence, b.total_pence) as total_pence, b.work
  from calendar.hold h join bookings.booking b on b.id = h.booking_id
  left join bookings.booking_van v on v.booking_id = b.id and v.unit_id = h.unit_id and v.during && h.during
  where h.decide_by is null;

-- Who comes with which van.
alter table bookings.crew_member add column van smallint not null default 1 check (van between 1 and 3);
