-- Reviews as customers give them: answered once, hidden by the office with a reason, and everything counted from what happened.
alter table reviews.review
  alter column created_at drop default,
  add column answered_at timestamptz,
  add column hidden_at timestamptz;
update reviews.review set answered_at = created_at where answer is not null;

drop index reviews.review_company;
create index review_company on reviews.review (company_id, created_at desc, id desc);
create index review_shown on reviews.review (company_id, created_at desc, id desc) where hidden_at is null;
create index review_at on reviews.review (created_at desc, id desc);
create index review_hidden on reviews.review (created_at desc, id desc) where hidden_at is not null;

-- What the office did with a review, and why: never changed.
create table reviews.moderation (
  id bigint generated always as identity primary key,
  review_id uuid not null references reviews.review on delete cascade,
  at timestamptz not null,
  office_user_id uuid references identity."user",
  step text not null check (step in ('hidden', 'restored')),
  reason text not null,
  note text not null default '' check (length(note) <= 2000)
);
create index moderation_review on reviews.moderation (review_id, id);

-- The booker was asked for a review, and reminded.
create table reviews.request (
  booking_id uuid primary key references bookings.booking on delete cascade,
  asked_at timestamptz not null,
  reminded_at timestamptz
);

-- How a company keeps to what it promises: counted from the trail of its units' bookings, never typed in.
create table reviews.figures (
  company_id uuid primary key references companies.company on delete cascade,
  finished int not null,
  started int not null,
  on_time int not null,
  price_kept int not null,
  cancelled int not null,
  last_cancelled_at timestamptz,
  replies int not null,
  -- Half of the bookings were answered quicker.
  reply_minutes int,
  counted_at timestamptz not null
);

-- The share of bookings kept, as a search shows it, from five finished jobs on.
create view companies.reliability as
  select company_id, round(finished::numeric / (finished + cancelled), 4)::float8 as reliability from reviews.figures where finished >= 5;
