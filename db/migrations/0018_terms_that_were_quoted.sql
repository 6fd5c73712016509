-- What a company's terms and waiting rule were until they changed: a price that a customer holds is booked on those it was offered with.
create table pricing.past_terms (
  company_id uuid not null references companies.company on delete cascade,
  ended_at timestamptz not null,
  terms jsonb not null,
  primary key (company_id, ended_at)
);
