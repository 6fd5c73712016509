-- Reviews from the best or the worst: two sums, so that among equal ones the newest comes first either way, all columns in one direction.
alter table reviews.review
  add column marks int not null generated always as (punctuality + care + value) stored,
  add column marks_short int not null generated always as (15 - punctuality - care - value) stored;
create index review_best on reviews.review (company_id, marks desc, created_at desc, id desc) where hidden_at is null;
create index review_worst on reviews.review (company_id, marks_short desc, created_at desc, id desc) where hidden_at is null;
