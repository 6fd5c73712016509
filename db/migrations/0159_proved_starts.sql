-- When, at the latest, it is sure that the van was there: a start that only the driver's phone dates back counts from then for "on time".
-- Null for days before this, and for those that nobody started on a phone: then the start itself counts.
alter table bookings.day add column proved_start_at timestamptz;

-- Whether a unit's phone was online since some time.
create index day_action_unit on bookings.day_action (unit_id, at);
