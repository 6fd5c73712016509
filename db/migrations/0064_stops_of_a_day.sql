-- Where the van has been on its day: [{"stop": 1, "at": "…"}], in the order of arrival. The record has the same as entries, whose words may
-- be erased.
alter table bookings.day add column arrivals jsonb not null default '[]' check (jsonb_typeof(arrivals) = 'array');
