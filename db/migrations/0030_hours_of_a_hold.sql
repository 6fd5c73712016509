-- What a job takes of its driver's day. Older holds count wholly as duty, and as driving what their booking was driven.
alter table calendar.hold add column driving_minutes int, add column duty_minutes int;
update calendar.hold h set
  duty_minutes = ceil(extract(epoch from upper(h.during) - lower(h.during)) / 60),
  driving_minutes = least(
    ceil(extract(epoch from upper(h.during) - lower(h.during)) / 60),
    coalesce((select extract(epoch from (b.work -> 'order' ->> 'travelTime')::interval) / 60 from bookings.booking b where b.id = h.booking_id), 0));
alter table calendar.hold
  alter column driving_minutes set not null,
  alter column duty_minutes set not null,
  add constraint driving_is_duty check (driving_minutes between 0 and duty_minutes);

-- Offers of one page may need different trips: what a booking takes over stands by their number.
update quoting.offer_page set work = json_build_object(
  'orders', json_build_object('1', (work -> 'order')::jsonb
    || '{"trips": 1, "breaksTime": "00:00:00", "declaredWaiting": "00:00:00", "returnTime": "00:00:00", "warnings": []}'),
  'places', work -> 'places');
