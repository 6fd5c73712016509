-- Silence confirms the hours from then on: a day after the customer was told, however long the phone had kept the finish.
alter table bookings.day add column confirm_by timestamptz;
-- What a page missed while it was away.
create index day_entry_at on bookings.day_entry (at);
-- Photos that have been kept long enough.
create index day_photo_at on bookings.day_photo (at);
