-- A worker says that it lives while it runs a job (src/platform/abandoned-jobs.ts). Whose job said nothing for a while is found by this,
-- without reading the jobs that are done.
create index job_active on pgboss.job_common (heartbeat_on) where state = 'active';

-- Queues and jobs made before this keep the settings that they were made with.
update pgboss.queue set heartbeat_seconds = 60;
update pgboss.job set heartbeat_seconds = 60 where state < 'active';
