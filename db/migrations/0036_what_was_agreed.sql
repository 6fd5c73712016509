-- What a company's goods in transit insurance pays at most, for a whole move and for one item. Null: the least that every mover must have.
alter table companies.company
  add column cover_pence bigint check (cover_pence > 0),
  add column cover_per_item_pence bigint check (cover_per_item_pence > 0),
  add constraint company_cover check ((cover_pence is null) = (cover_per_item_pence is null) and cover_per_item_pence <= cover_pence);

-- As the driver read them on the document; the company's once the office has approved it.
alter table fleet.document
  add column cover_pence bigint check (cover_pence > 0),
  add column cover_per_item_pence bigint check (cover_per_item_pence > 0),
  add constraint document_cover check ((cover_pence is null) = (cover_per_item_pence is null) and cover_per_item_pence <= cover_pence);

-- The price of the mover's minimum time, which the policy of cancelling counts from. For what was booked before it is worked out as well as
-- it can be, and nothing where it cannot.
alter table bookings.booking add column minimum_time_pence bigint not null default 0 check (minimum_time_pence >= 0);
update bookings.booking b set minimum_time_pence = coalesce((
  select floor((line ->> 'unitPence')::numeric
    * case when b.move ->> 'manPower' = 'two_porters' then t.minimum_minutes_two_porters else t.minimum_minutes end / 60)
  from pricing.tariff t, jsonb_array_elements(b.lines) line
  where t.company_id = b.company_id and line ->> 'code' = 'labour' limit 1), 0);

-- Cover and trader stand beside the terms that were agreed on.
update bookings.booking b set company_terms = company_terms || jsonb_build_object(
  'cover', jsonb_build_object('totalPence', 1000000, 'perItemPence', 150000, 'source', 'minimum'),
  'trader', (select jsonb_build_object('name', coalesce(c.legal_name, c.name), 'companyNumber', c.company_number, 'address', c.registered_address)
    from companies.company c where c.id = b.company_id))
where company_terms is not null and company_id is not null;
update bookings.booking set company_terms = null where company_terms is not null and company_id is null;
update pricing.past_terms p set terms = terms || jsonb_build_object(
  'cover', jsonb_build_object('totalPence', 1000000, 'perItemPence', 150000, 'source', 'minimum'),
  'trader', (select jsonb_build_object('name', coalesce(c.legal_name, c.name), 'companyNumber', c.company_number, 'address', c.registered_address)
    from companies.company c where c.id = p.company_id));

-- What a mail brings along. It goes when its message goes.
create table notifications.attachment (
  mail_id uuid not null references notifications.message on delete cascade,
  position smallint not null check (position between 0 and 9),
  name text not null check (name ~ '^[a-z0-9][a-z0-9.-]{0,99}$'),
  content_type text not null check (content_type in ('text/html', 'text/plain')),
  content text not null check (octet_length(content) <= 262144),
  primary key (mail_id, position)
);
