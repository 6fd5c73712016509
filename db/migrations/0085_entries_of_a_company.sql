-- What a company earned in a quarter, and what each seller did in a year.
create index entry_company on billing.entry (company_id, day, id) where company_id is not null;
