-- A customer without signal agrees on their own phone: the code that it shows is carried by the driver's.
alter table bookings.change drop constraint change_consent_check;
alter table bookings.change add constraint change_consent_check check (consent in ('signed_in', 'code', 'link', 'signed'));
