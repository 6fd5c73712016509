-- A driver reports that the customer has cancelled: what that would have cost then, and when the customer said that they had not.
alter table bookings.booking
  add column claimed_fee_pence bigint check (claimed_fee_pence >= 0),
  add column disputed_at timestamptz;

update bookings.booking b set claimed_fee_pence = coalesce((
  select (e.data ->> 'claimedPence')::bigint from bookings.event e where e.booking_id = b.id and e.kind = 'cancelled' order by e.id desc limit 1), 0)
where b.status = 'canceled_by_customer' and b.cancelled_by = 'driver';

-- What waits on the office's board.
create index booking_disputed on bookings.booking (disputed_at) where disputed_at is not null;
