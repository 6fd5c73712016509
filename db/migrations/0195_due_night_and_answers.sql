-- What a finished job comes to by the hours that its customer has still to confirm. A job that was finished before this shows the agreed
-- price until then.
alter table bookings.booking
  add column due_pence bigint check (due_pence between 0 and ceiling_pence),
  add constraint booking_due_until_final check (due_pence is null or final_pence is null);
create or replace view calendar.unit_booking as
  select id, unit_id, status, start_at, end_at, respond_by, total_pence, payment_method, move, work, final_pence, due_pence, special_pay_method
  from bookings.booking where not is_hot and not awaiting_verification;

-- The end of a shift of the evening before: from midnight until then the day is worked as well.
alter table calendar.business_day
  add column night_end_minute int check (night_end_minute > 0 and night_end_minute < start_minute);
create or replace view fleet.unit_day as
  select unit_id, day_of_week, start_minute, end_minute, day_off, night_end_minute from calendar.business_day;

-- A link in a message to one driver: whoever opens it can answer this one booking, once, as that person.
create table bookings.new_booking_link (
  id uuid primary key,
  booking_id uuid not null references bookings.booking on delete cascade,
  unit_id uuid not null references fleet.working_unit on delete cascade,
  user_id uuid not null references identity."user" on delete cascade,
  answer text check (answer in ('agreed', 'refused')),
  created_at timestamptz not null
);
create index new_booking_link_booking on bookings.new_booking_link (booking_id);
create index new_booking_link_user on bookings.new_booking_link (user_id);

-- The day says whether an early start was agreed to.
alter table bookings.early_start_link drop column agreed_at;
