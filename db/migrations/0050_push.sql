-- Messages to a browser, beside e-mails and texts.
alter table notifications.message
  drop constraint message_channel_check,
  add constraint message_channel_check check (channel in ('email', 'sms', 'push')),
  -- The page that a push opens, below our own address.
  add column path text check (path ~ '^/[^/]' and length(path) <= 500);

-- What was given up, the last first, for the office.
create index message_given_up on notifications.message (failed_at, id) where failed_at is not null;

-- A browser in which somebody switched messages on. It belongs to the session, so that it falls silent when that ends.
create table notifications.push_device (
  id uuid primary key,
  user_id uuid not null references identity."user" on delete cascade,
  session_id uuid not null references identity.session on delete cascade,
  endpoint text not null unique check (endpoint ~ '^https://' and length(endpoint) <= 1000),
  public_key bytea not null check (octet_length(public_key) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null
);
create index push_device_user on notifications.push_device (user_id, created_at);
create index push_device_session on notifications.push_device (session_id);

-- What was meant for a browser goes with it.
alter table notifications.message
  add column device_id uuid references notifications.push_device on delete cascade,
  add constraint message_device_check check ((channel = 'push') = (device_id is not null));
create index message_device on notifications.message (device_id) where device_id is not null;

alter table identity.message_setting
  drop constraint message_setting_channel_check,
  add constraint message_setting_channel_check check (channel in ('email', 'sms', 'push')),
  drop constraint message_setting_event_check,
  add constraint message_setting_event_check check (event in ('booking_updates', 'move_reminders', 'review_requests', 'new_messages'));

alter table companies.notification_setting
  drop constraint notification_setting_channel_check,
  add constraint notification_setting_channel_check check (channel in ('email', 'sms', 'push')),
  drop constraint notification_setting_event_check,
  add constraint notification_setting_event_check check (event in (
    'new_booking', 'booking_changed', 'booking_reminder', 'hot_job', 'new_message', 'review_received', 'document_expiry', 'verification',
    'statement_ready'));
