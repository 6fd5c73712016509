-- What an owner looks at, counted for each London day (ADR 0046): the trail and the ledger hold the truth, these rows are counted from them.
create schema figures;

create table figures.day (
  day date primary key,
  -- Bookings that a driver was asked for, and what they are worth at today's price.
  made int not null check (made >= 0),
  made_pence bigint not null check (made_pence >= 0),
  -- For the first time.
  confirmed int not null check (confirmed >= 0),
  completed int not null check (completed >= 0),
  cancelled int not null check (cancelled >= 0),
  -- What became of the drivers who were asked.
  accepted int not null check (accepted >= 0),
  declined int not null check (declined >= 0),
  unanswered int not null check (unanswered >= 0),
  hot int not null check (hot >= 0),
  hot_taken int not null check (hot_taken >= 0),
  untaken int not null check (untaken >= 0), -- no one took it
  -- From the ledger, by its day.
  settled_pence bigint not null,
  commission_pence bigint not null
);

-- How long drivers took to answer: a median of a period cannot be had from medians of its days.
create table figures.reply (
  day date not null,
  minutes int not null check (minutes >= 0),
  replies int not null check (replies > 0),
  primary key (day, minutes) include (replies)
);

-- One row: everything before this moment is counted.
create table figures.counted (
  is_only boolean primary key default true check (is_only),
  until timestamptz
);
insert into figures.counted default values;

-- Leads to what is counted of a day, and to what was added since the last count.
create index event_counted on bookings.event (at) where kind in ('created', 'verified', 'confirmed', 'rejected', 'not_taken', 'became_hot',
  'no_one_took', 'finished', 'cancelled', 'cancellation_denied', 'change_agreed');
create index entry_at on billing.entry (at);
create index entry_day on billing.entry (day);

-- Searches by the day on which somebody looked and the hour for which they wanted the van. Nothing of who looked.
create table quoting.search_hour (
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  searches int not null check (searches >= 0),
  without_offer int not null check (without_offer between 0 and searches),
  primary key (day, hour)
);
create table quoting.unmet_search (
  day date not null,
  district text not null, -- of the pick-up
  hour smallint not null check (hour between 0 and 23),
  searches int not null check (searches > 0),
  primary key (day, district, hour) include (searches)
);

-- The searches of the last thirty days, as far as they were stored.
insert into quoting.search_hour (day, hour, searches, without_offer)
select (created_at at time zone 'Europe/London')::date, extract(hour from start_at at time zone 'Europe/London'), count(*),
  count(*) filter (where offers = 0)
from quoting.search group by 1, 2;
insert into quoting.unmet_search (day, district, hour, searches)
select (created_at at time zone 'Europe/London')::date, pick_up_district, extract(hour from start_at at time zone 'Europe/London'), count(*)
from quoting.search where offers = 0 group by 1, 2, 3;
