-- Bookings that the office makes for somebody on the phone. Without a quote there is no driver yet, and the price is the office's.
alter table bookings.booking
  alter column quote_id drop not null,
  -- The member of the office who made it.
  add column made_by uuid references identity."user",
  -- As it was said on the phone. A bank transfer goes straight to the mover and is settled as cash.
  add column special_pay_method text check (special_pay_method in ('cash', 'card', 'bank_transfer')),
  add column is_congestion_charged boolean,
  add constraint booking_special check (
    (made_by is null) = (special_pay_method is null) and (quote_id is not null or made_by is not null)
    and payment_method = case when special_pay_method = 'bank_transfer' then 'cash' else coalesce(special_pay_method, payment_method) end);
create index booking_made_by on bookings.booking (made_by) where made_by is not null;

-- The office finds a customer by name, address or number as they are typed.
create extension if not exists pg_trgm;
create index user_customer_search on identity."user"
  using gin ((lower(first_name || ' ' || coalesce(last_name, '') || ' ' || email || ' ' || coalesce(phone, ''))) gin_trgm_ops)
  where user_role = 'customer' and status = 'active';
