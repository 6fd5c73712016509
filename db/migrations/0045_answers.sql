-- What a booking's later life needs: who confirmed when, re-confirmation, and what ending it costs.
alter table bookings.booking
  add column confirmed_at timestamptz,
  -- The driver was asked to confirm once more; past this instant somebody else is looked for.
  add column reconfirm_by timestamptz,
  add column reconfirmed_at timestamptz,
  add column cancelled_by text check (cancelled_by in ('customer', 'driver', 'office')),
  -- As the driver gave it.
  add column reject_reason text,
  add column cancellation_fee_pence bigint not null default 0 check (cancellation_fee_pence >= 0);

update bookings.booking b set
  confirmed_at = coalesce((select max(e.at) from bookings.event e where e.booking_id = b.id and e.kind = 'confirmed'), b.created_at)
where b.status in ('confirmed', 'in_progress', 'completed');

-- Jobs that a unit had and has no more, as its own list shows them; it is not offered them again.
create table bookings.lost_job (
  booking_id uuid not null references bookings.booking on delete cascade,
  unit_id uuid not null references fleet.working_unit on delete cascade,
  start_at timestamptz not null,
  status text not null check (status in ('rejected', 'not_taken_by_driver')),
  reason text,
  at timestamptz not null,
  primary key (booking_id, unit_id)
);
create index lost_job_unit on bookings.lost_job (unit_id, start_at, booking_id);

-- The lists of a unit, each in its order and with only its own rows.
create index booking_unit_new on bookings.booking (unit_id, start_at, id)
  where status = 'new_booking' and not is_hot and not awaiting_verification;
create index booking_unit_confirmed on bookings.booking (unit_id, start_at, id) where status in ('confirmed', 'in_progress');
create index booking_unit_over on bookings.booking (unit_id, start_at, id)
  where status in ('completed', 'canceled_by_customer', 'rejected', 'not_taken_by_driver', 'no_one_took') and not awaiting_verification;

-- Units that were told of a job while it is hot; they hear when it is gone.
create table bookings.hot_offer (
  booking_id uuid not null references bookings.booking on delete cascade,
  unit_id uuid not null references fleet.working_unit on delete cascade,
  primary key (booking_id, unit_id)
);
create index hot_offer_unit on bookings.hot_offer (unit_id);
