-- The newest reviews with a sentence or two, of all companies, for the home page.
create index review_said on reviews.review (created_at desc, id desc)
  where hidden_at is null and length(text) between 40 and 240;
