-- Which companies' pages search engines are told of, and since when each says what it says; looked at each night (ADR 0047).
create table content.listed_company (
  company_id uuid primary key references companies.company on delete cascade,
  -- Its place in the parts of the sitemap, for good.
  place bigint generated always as identity unique,
  is_listed boolean not null,
  digest bytea not null, -- of what its page says
  changed_at timestamptz -- when it last said something else; null until it does
);
