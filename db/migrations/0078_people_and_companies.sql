-- The office looks people and companies up.
create index if not exists user_search on identity."user"
  using gin ((lower(first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || coalesce(phone, ''))) gin_trgm_ops);
create index user_blocked on identity."user" (created_at, id) where status = 'blocked';
-- What was sent to somebody.
create index message_recipient on notifications.message (recipient, created_at, id);
-- Companies by name; those that take jobs.
create index company_by_name on companies.company (name, id);
create index working_unit_at_work on fleet.working_unit (company_id) where status in ('operating', 'insurance_expires_soon');
create index booking_company_start on bookings.booking (company_id, start_at);

-- A company that stops being registered for VAT charges it to the day before.
alter table companies.company
  add column vat_deregistered_from date,
  add constraint vat_ends_after_it_began check (vat_deregistered_from is null or vat_deregistered_from > vat_registered_from);
