-- Slows down guessing at one account, from however many addresses: by a digest of the e-mail, known or not.
create table identity.login_guard (
  digest bytea primary key,
  tries int not null check (tries > 0),
  blocked_until timestamptz,
  last_tried_at timestamptz not null
);
create index login_guard_last_tried_at on identity.login_guard (last_tried_at);

-- What a driver who registers calls the company; the company itself is made when they set up their profile.
alter table identity."user" add column company_name text check (length(company_name) between 1 and 120);

create index session_expires_at on identity.session (expires_at);
create index one_time_token_expires_at on identity.one_time_token (expires_at);

-- A message with a link that opens something: production mode forgets its words once it is sent.
alter table notifications.message add column holds_secret boolean not null default false;
