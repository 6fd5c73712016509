-- What the lead's clock had come to when it sent the van home, in minutes: later time over and waiting are not its own.
alter table bookings.booking_van add column done_worked_minutes int check (done_worked_minutes >= 0),
  add column done_waited_minutes int check (done_waited_minutes >= 0),
  add constraint booking_van_done_whole check (num_nulls(done_at, done_worked_minutes, done_waited_minutes) in (0, 3));
