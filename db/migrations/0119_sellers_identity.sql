-- What the yearly report of sellers to HMRC asks of each, beside the name, address and number of its company: a tax number of the owner or the
-- company, and of an individual the date of birth. Null until they have told us.
alter table companies.company
  add column tax_number text check (tax_number ~ '^([0-9]{10}|[A-Z]{2}[0-9]{6}[A-D])$'),
  add column date_of_birth date check (date_of_birth > date '1900-01-01');
