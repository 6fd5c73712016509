-- Texts that only take the values of a list: the database holds to it, and the types of its columns know it.
alter table companies.notification_setting add constraint notification_setting_event_check check (event in (
  'new_booking', 'booking_changed', 'booking_reminder', 'hot_job', 'review_received', 'document_expiry', 'verification', 'statement_ready'));
alter table bookings.event add constraint event_actor_kind_check check (actor_kind in ('customer', 'driver', 'admin', 'bookingToken', 'system'));
alter table platform.audit add constraint audit_actor_kind_check check (actor_kind in ('customer', 'driver', 'admin', 'bookingToken', 'system'));
