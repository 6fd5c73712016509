-- Hours before the start from which a booking of this van confirms itself; null: its driver answers.
alter table fleet.working_unit add column confirms_from_hours int check (confirms_from_hours between 2 and 336);

-- Until when its customer may cancel free whatever the policy says: set where a booking confirmed itself.
alter table bookings.booking add column free_until timestamptz;
