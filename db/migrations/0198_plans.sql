-- A booking of several vans or two days says so, in vans, days and the people who come on the first. Null: one van on one day.
alter table bookings.booking add column plan jsonb
  check (plan is null or ((plan ->> 'vans')::int between 1 and 3 and (plan ->> 'days')::int between 1 and 2 and (plan ->> 'people')::int between 1 and 9));
