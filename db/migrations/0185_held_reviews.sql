-- Since when a review waits for the office, which looks before it is shown; null of all others, and once the office has decided.
alter table reviews.review
  add column held_at timestamptz,
  add constraint review_held_is_hidden check (held_at is null or hidden_at is not null);

update reviews.review r set held_at = r.hidden_at where r.hidden_at is not null and not exists (
  select from reviews.moderation m where m.review_id = r.id and m.office_user_id is not null)
  and exists (select from reviews.moderation m where m.review_id = r.id and m.step = 'hidden');

create index review_held on reviews.review (held_at, id) where held_at is not null;
