-- Credit notes to companies, for commission that was invoiced and is owed back. They are made with the invoices of a period, as sheets of their own
-- with numbers of their own.
alter table billing.sheet drop constraint sheet_kind_check,
  add constraint sheet_kind_check check (kind in ('statement', 'invoice', 'sales_credit', 'commission_credit'));
alter table billing.sheet_entry drop constraint sheet_entry_kind_check,
  add constraint sheet_entry_kind_check check (kind in ('statement', 'invoice', 'sales_credit', 'commission_credit'));
alter table billing.series drop constraint series_kind_check,
  add constraint series_kind_check check (kind in ('statement', 'invoice', 'sales_credit', 'commission_credit'));
alter table billing.sheet drop constraint sheet_document_id_company_id_customer_id_key,
  add constraint sheet_once unique nulls not distinct (document_id, kind, company_id, customer_id);

-- What is owed back is a credit note, and no invoice of less than nothing. Earlier ones stay.
alter table billing.sheet add constraint invoice_not_negative
  check (kind <> 'invoice' or number is null or balance_pence >= 0) not valid;
-- Few among all entries.
create index entry_correction on billing.entry (day) where kind = 'correction';
