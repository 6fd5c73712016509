create schema reviews;

create table reviews.review (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies.company on delete cascade,
  booking_id uuid unique references bookings.booking, -- null only for demonstration data
  author_name text not null,
  punctuality int not null check (punctuality between 1 and 5),
  care int not null check (care between 1 and 5),
  value int not null check (value between 1 and 5),
  text text not null default '' check (length(text) <= 4000),
  answer text check (length(answer) <= 4000),
  created_at timestamptz not null default now()
);
create index review_company on reviews.review (company_id, created_at desc);
