-- The audit log in a schema of its own, whose tables the product's role may only add to and read (platform/prepare-database.ts). The table
-- itself moves, with its rows, numbers, indexes and the trigger that refuses changes.
create schema audit;
alter table platform.audit set schema audit;
alter table audit.audit rename to entry;
alter index audit.audit_pkey rename to entry_pkey;
alter index audit.audit_object rename to entry_object;
alter sequence audit.audit_id_seq rename to entry_id_seq;
alter table audit.entry rename constraint audit_actor_kind_check to entry_actor_kind_check;
alter trigger audit_is_append_only on audit.entry rename to entry_is_append_only;

-- A list by day, by who, and by what: the part of an action before its dot.
create index entry_at on audit.entry (at, id);
create index entry_actor on audit.entry (actor_id, at, id);
create index entry_about on audit.entry (split_part(action, '.', 1), at, id);
