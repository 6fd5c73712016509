-- Who comes. Nobody is on two jobs at one time.
create table bookings.crew_member (
  booking_id uuid not null references bookings.booking on delete cascade,
  person_id uuid not null references fleet.person on delete cascade,
  during tstzrange not null,
  position int not null check (position between 0 and 2),
  primary key (booking_id, person_id),
  constraint crew_member_one_job_at_a_time exclude using gist (person_id with =, during with &&)
);

create view fleet.person_job as select person_id, upper(during) as ends_at from bookings.crew_member;
