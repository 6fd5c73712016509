-- A search was 22 rows and 14 KB for 30 days. What can be booked lives half an hour and is one row; what a driver may ask about later
-- is a small row without a word of who searched.

-- Whom searches of one place asked. Searches share it: the units of a district change rarely.
create table quoting.unit_list (
  digest bytea primary key,
  unit_ids uuid[] not null,
  last_day date not null -- of the last search that asked them
);
create index unit_list_last_day on quoting.unit_list (last_day);

-- One search and what became of every unit. Kept 30 days, up to so many an hour (quoting/rules.ts).
create table quoting.search (
  created_at timestamptz not null default now(),
  id uuid not null default uuidv7(),
  pick_up_district text not null,
  pick_up_area text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  van_category text not null,
  help_level text not null,
  job_kind text not null,
  need_tail_lift boolean not null,
  metres int not null,
  places json not null, -- [outcode, town] of pick-up, stops and drop-off
  offers int not null check (offers >= 0), -- companies that could do it
  cheapest_pence bigint check (cheapest_pence >= 0),
  asked bytea not null, -- the digest of a unit_list, which outlives its searches; no foreign key, which would cost a lock a search
  outcomes bytea not null, -- byte i says what became of unit i of that list (quoting/rules.ts names them)
  primary key (created_at, id), -- they go by age
  check ((cheapest_pence is null) = (offers = 0))
);

with old as materialized (
  select r.*, sha256(convert_to(r.unit_ids::text, 'UTF8')) as asked,
    (select count(*)::int from unnest(r.outcomes) o where o = 0) as offers,
    (select coalesce(min(q.total_pence), 0) from quoting.quote q where q.request_id = r.id) as cheapest
  from quoting.request r where r.created_at > now() - interval '31 days'
), list as (
  insert into quoting.unit_list (digest, unit_ids, last_day)
  select asked, unit_ids, max(created_at)::date from old group by asked, unit_ids
)
insert into quoting.search (id, created_at, pick_up_district, pick_up_area, start_at, end_at, van_category, help_level, job_kind, need_tail_lift,
  metres, places, offers, cheapest_pence, asked, outcomes)
select id, created_at, pick_up_district, pick_up_area, start_at, end_at, van_category, help_level,
  coalesce(move ->> 'jobKind', 'home_or_office'), coalesce((move ->> 'needTailLift')::boolean, false), coalesce((work -> 'order' ->> 'distance')::float8, 0)::int,
  coalesce((select json_agg(json_build_array(p.place ->> 'outcode', p.place ->> 'town') order by p.number)
    from jsonb_array_elements(work -> 'places') with ordinality p (place, number)), '[]'),
  offers, case when offers > 0 then cheapest end, asked,
  decode(coalesce((select string_agg(lpad(to_hex(o.outcome::int), 2, '0'), '' order by o.number)
    from unnest(outcomes) with ordinality o (outcome, number)), ''), 'hex')
from old;

-- The searches of an area, newest first, are counted and paged from the index alone.
create index search_area on quoting.search (pick_up_area, created_at desc, id desc) include (pick_up_district);

-- The offers of one page of a search, frozen: a booking is made from this row and nothing else. The id and a quote's key are random, 258 bits
-- together, and together they are the id of that quote; whoever holds it may book it.
create table quoting.offer_page (
  id text primary key,
  valid_until timestamptz not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  move json not null, -- what was asked, as checked
  work json not null, -- what the server computed from it
  quotes json not null -- by their keys: unit, amounts, lines
);
create index offer_page_valid_until on quoting.offer_page (valid_until);

-- Prices that somebody holds at this moment stand until their half hour is over.
insert into quoting.offer_page (id, valid_until, start_at, end_at, move, work, quotes)
select left(q.id, 22), q.valid_until, r.start_at, r.end_at, r.move, r.work,
  json_build_object(substr(q.id, 23), json_build_object('unitId', q.unit_id, 'totalPence', q.total_pence, 'ceilingPence', q.ceiling_pence,
    'commissionablePence', q.commissionable_pence, 'vatPence', q.vat_pence, 'lines', q.lines))
from quoting.quote q join quoting.request r on r.id = q.request_id where q.valid_until > now();

drop table quoting.quote;
drop table quoting.request;

-- Compressed, and in the row as long as a page holds it: a second table and its index would cost more than the row.
alter table quoting.offer_page alter column move set storage main, alter column work set storage main, alter column quotes set storage main;
alter table quoting.search alter column outcomes set storage main;

-- Nobody looks for what these hold, and taking samples of them took a quarter of the database's time under load.
alter table quoting.offer_page alter column move set statistics 0, alter column work set statistics 0, alter column quotes set statistics 0;
alter table quoting.search alter column places set statistics 0, alter column outcomes set statistics 0, alter column asked set statistics 0;
alter table quoting.unit_list alter column unit_ids set statistics 0;
alter table bookings.booking alter column lines set statistics 0, alter column move set statistics 0, alter column work set statistics 0,
  alter column route_points set statistics 0, alter column customer_note set statistics 0, alter column company_terms set statistics 0,
  alter column request_digest set statistics 0;

-- An offer is found by its id and goes by its time, whatever the statistics say: they are taken once in ten thousand rows. Dead rows
-- are cleared away more often than usual, so that half an hour's offers lie in the space of half an hour's.
alter table quoting.offer_page set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0,
  autovacuum_vacuum_insert_threshold = 20000);
alter table quoting.search set (autovacuum_analyze_scale_factor = 0.2, autovacuum_analyze_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0.2, autovacuum_vacuum_insert_threshold = 5000);

-- Bookings only grow, so each statement about some of them has an index that leads to just those.
create index booking_company_end on bookings.booking (company_id, end_at); -- a company's month
create index booking_created_at on bookings.booking (created_at); -- the newest
create index booking_status_start on bookings.booking (status, start_at); -- those of a state, by time
-- What a new booking counts: a customer's open ones, and those of the last minutes.
create index booking_open on bookings.booking (customer_id) where status = 'new_booking' and not awaiting_verification;
create index booking_customer_created on bookings.booking (customer_id, created_at);
-- What is forgotten every night.
create index booking_unverified on bookings.booking (end_at) where awaiting_verification and status <> 'new_booking';
create index booking_photos_end on bookings.booking (end_at) where photos_id is not null;
create index message_created_at on notifications.message (created_at);
