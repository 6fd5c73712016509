-- A line of a statement whose card money has not been collected: it is shown, billed by a later statement, and in none of the sums of this one.
alter table billing.sheet_entry add column is_waiting boolean not null default false;
alter table billing.sheet_entry add constraint sheet_entry_waits_unsaved check (not (is_waiting and is_saved));

-- Which layout and rules a sheet was worked out by: a saved paper keeps its own.
alter table billing.sheet add column edition smallint not null default 1 check (edition in (1, 2));
