-- Hired drivers choose too what they are told, and how, of the jobs of their unit.
alter table identity.message_setting
  drop constraint message_setting_event_check,
  add constraint message_setting_event_check check (event in (
    'booking_updates', 'move_reminders', 'review_requests', 'new_messages',
    'job_offered', 'job_confirmed', 'job_changed', 'job_reminder', 'job_question', 'job_message'));
