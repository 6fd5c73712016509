-- Another time for an act of a day's record, proposed by one side and answered by the other. The entry itself is never changed; why it was
-- asked is with the entry of the proposal, where it can be erased.
create table bookings.day_correction (
  id uuid primary key,
  booking_id uuid not null references bookings.booking on delete cascade,
  -- The entry that it corrects, and the one that proposes it.
  seq int not null,
  proposal_seq int not null,
  proposed_by text not null check (proposed_by in ('mover', 'customer')),
  -- The time that counted when it was proposed, and the proposed one.
  from_at timestamptz not null,
  to_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'agreed', 'refused', 'withdrawn', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  check ((answered_at is null) = (state not in ('agreed', 'refused')))
);
create unique index day_correction_open on bookings.day_correction (booking_id, seq) where state = 'open';
create index day_correction_entry on bookings.day_correction (booking_id, seq);
