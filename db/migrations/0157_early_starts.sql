-- A job is billed from its agreed start, or from an earlier one that its customer agreed to. What of the ended pauses lies before the
-- agreed start takes nothing off the work that is billed.
alter table bookings.day
  add column early_from timestamptz,
  add column early_waited_seconds int not null default 0 check (early_waited_seconds >= 0),
  add column early_paused_seconds int not null default 0 check (early_paused_seconds >= 0);
