-- The company's terms and its waiting rule as they stood when it was booked; null where no company is named, and for what was booked before.
alter table bookings.booking add column company_terms jsonb;
