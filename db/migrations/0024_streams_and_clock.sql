-- Whoever was away asks what happened since then (bookings/live).
create index event_at on bookings.event (at);

-- How far long jobs are, while they run (platform/job-progress.ts).
create table platform.job_progress (
  job_id uuid primary key,
  name text not null,
  done bigint not null check (done >= 0),
  total bigint not null check (total >= 0),
  said_at timestamptz not null
);
