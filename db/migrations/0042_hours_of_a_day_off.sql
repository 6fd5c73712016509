-- The hours that were free before the whole day was taken off, so that working it again gives back the same day.
alter table calendar.availability
  add column hours_when_worked int check (hours_when_worked between 1 and 16777215),
  add constraint hours_are_remembered_of_days_off check (hours_when_worked is null or free_hours = 0);
