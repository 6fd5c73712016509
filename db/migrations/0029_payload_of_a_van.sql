-- What this very van may carry, people included: gross less kerb mass, from its V5C. Null falls back to the low end of its category.
alter table fleet.van add column payload_kg int check (payload_kg between 100 and 5000);
