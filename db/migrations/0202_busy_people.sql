-- When people are on jobs, for a search of plans: nobody is in two vans at one time (bookings.crew_member).
create view fleet.person_time as select person_id, during from bookings.crew_member;
