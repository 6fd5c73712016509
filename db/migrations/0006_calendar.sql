create schema calendar;

create table calendar.business_day (
  unit_id uuid not null references fleet.working_unit on delete cascade,
  day_of_week int not null check (day_of_week between 1 and 7), -- 1 is Monday
  start_minute int not null default 0 check (start_minute between 0 and 1439),
  end_minute int not null default 1440 check (end_minute between 1 and 1440), -- 1440 is midnight at the end of the day
  day_off boolean not null default false,
  primary key (unit_id, day_of_week),
  constraint business_day_starts_before_it_ends check (start_minute < end_minute)
);

-- Hours that a driver took away from one day: bit h of `free_hours` is set where hour h is still available.
create table calendar.availability (
  id uuid not null default uuidv7() unique,
  unit_id uuid not null references fleet.working_unit on delete cascade,
  day date not null,
  free_hours int not null check (free_hours between 0 and 16777215),
  primary key (unit_id, day)
);

create table calendar.vacation (
  id uuid primary key default uuidv7(),
  unit_id uuid not null references fleet.working_unit on delete cascade,
  start_day date not null,
  end_day date not null, -- inclusive
  constraint vacation_starts_before_it_ends check (start_day <= end_day)
);
create index vacation_unit on calendar.vacation (unit_id, end_day);

-- The time a booking holds. Whoever writes here has locked the unit's row first; the constraint is the last line.
create table calendar.hold (
  id uuid primary key default uuidv7(),
  unit_id uuid not null references fleet.working_unit on delete cascade,
  booking_id uuid not null unique,
  during tstzrange not null check (not isempty(during) and lower_inc(during) and not upper_inc(during)),
  start_lat double precision not null,
  start_lng double precision not null,
  end_lat double precision not null,
  end_lng double precision not null,
  start_outcode text not null,
  end_outcode text not null,
  constraint no_double_booking exclude using gist (unit_id with =, during with &&)
);
create index hold_unit_start on calendar.hold (unit_id, lower(during));
