-- The vans of a booking, as in 0197; new: a plan that stays with its company keeps its vans where the lead gets another unit.
create or replace function bookings.keep_vans() returns trigger language plpgsql as $$
declare
  shift constant interval := case tg_op when 'UPDATE' then make_interval(secs => extract(epoch from new.start_at - old.start_at)) end;
begin
  if tg_op = 'INSERT' or new.unit_id is distinct from old.unit_id and (new.plan is null or new.company_id is distinct from old.company_id) then
    delete from bookings.booking_van where booking_id = new.id;
    if new.unit_id is not null then perform bookings.insert_lead_van(new); end if;
  elsif new.unit_id is distinct from old.unit_id then
    update bookings.booking_van set unit_id = new.unit_id, state = bookings.state_of(new) where booking_id = new.id and van = 1;
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
