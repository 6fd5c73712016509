-- Bookings from before papers had to cover their day (0039) stand; whoever has some past the first expiry is told of them once, as of any that
-- come to lie past it (onboarding/commands.ts).
alter table fleet.working_unit add column is_cover_untold boolean not null default false;

update fleet.working_unit set is_cover_untold = true where papers_until not in ('infinity', '-infinity');

create index working_unit_cover_untold on fleet.working_unit (id) where is_cover_untold;
