-- The office's board of today, and its search over every booking.

-- What is to be charged to a card, so that nobody reads the ledger for it: kept by billing/ledger and billing/cards.
create table billing.card_due (
  booking_id uuid primary key,
  since timestamptz not null,
  amount_pence bigint not null check (amount_pence > 0)
);
create index card_due_since on billing.card_due (since, booking_id);
insert into billing.card_due (booking_id, since, amount_pence)
  select e.booking_id, e.at, (e.about ->> 'pricePence')::bigint from billing.entry e
  where e.kind in ('booking', 'cancellation') and e.about ->> 'paidBy' = 'card' and e.booking_id is not null
    and not exists (select from billing.entry m where m.booking_id = e.booking_id and m.kind in ('charge', 'refund'))
  on conflict do nothing;

-- Those that wait for their driver; all of them by time; units whose papers expire.
create index booking_unanswered on bookings.booking (created_at, id) where status = 'new_booking' and not is_hot and not awaiting_verification;
create index booking_start on bookings.booking (start_at, id);
create index working_unit_papers on fleet.working_unit (papers_until, id) where status in ('operating', 'insurance_expires_soon');

-- By what somebody reads out: the reference, a postcode, an outward code. Without spaces, in capitals.
create function bookings.search_keys(id uuid, route_points jsonb) returns text[] language sql immutable parallel safe
  return array[upper(right(id::text, 8))]
    || array(select replace(upper(p ->> 'postcode'), ' ', '') from jsonb_array_elements(route_points) p where p ->> 'postcode' is not null)
    || array(select split_part(upper(p ->> 'postcode'), ' ', 1) from jsonb_array_elements(route_points) p where p ->> 'postcode' like '% %');
create index booking_search on bookings.booking using gin (bookings.search_keys(id, route_points)) with (fastupdate = off);

-- People of every role and state, companies and vans, as they are typed.
create index user_search on identity."user"
  using gin ((lower(first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || coalesce(phone, ''))) gin_trgm_ops);
create index company_search on companies.company using gin ((lower(name)) gin_trgm_ops);
create index working_unit_search on fleet.working_unit using gin ((lower(name)) gin_trgm_ops);
create index van_plate_prefix on fleet.van ((replace(registration, ' ', '')) text_pattern_ops);
