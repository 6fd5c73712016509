-- How soon a company usually answers, beside the share that it keeps.
create or replace view companies.reliability as
  select company_id, round(finished::numeric / (finished + cancelled), 4)::float8 as reliability, reply_minutes
  from reviews.figures where finished >= 5;
