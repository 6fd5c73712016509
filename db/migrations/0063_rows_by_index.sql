-- What was read from end to end: threads that have changed lately, claims of a company, reports of a person, customers by when they came.
create index thread_recent on bookings.thread (greatest(last_at, customer_read_at, company_read_at));
create index claim_company on bookings.claim (company_id);
create index message_report_reporter on bookings.message_report (reporter_id);
create index change_proposer on bookings.change (proposer_id) where proposer_id is not null;
create index user_customer_newest on identity."user" (created_at, id) where user_role = 'customer' and status = 'active';
