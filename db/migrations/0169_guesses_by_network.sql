-- Wrong guesses at a code by people who are not signed in, by their network: a stranger's use up nothing of the owner's.
alter table identity.phone_code add column guesses jsonb not null default '{}';
