-- Registrations for VAT that another number followed: bills of their periods go on showing them. The one that holds is in the company's row.
create table companies.earlier_vat (
  company_id uuid not null references companies.company on delete cascade,
  number text not null,
  registered_from date not null,
  -- The first day on which it no longer held.
  until_day date not null check (until_day > registered_from),
  primary key (company_id, registered_from)
);

-- The number under which a company was registered on a day of the period; of two, the later. Null if it was not.
create function companies.vat_number_in(company uuid, first_day date, last_day date) returns text language sql stable as $$
  select r.number from (
    select c.vat_number as number, c.vat_registered_from as from_day, c.vat_deregistered_from as until_day from companies.company c where c.id = company
    union all
    select e.number, e.registered_from, e.until_day from companies.earlier_vat e where e.company_id = company) r
  where r.from_day <= last_day and (r.until_day is null or r.until_day > first_day)
  order by r.from_day desc limit 1
$$;
