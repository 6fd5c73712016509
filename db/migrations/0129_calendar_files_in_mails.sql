-- The time of a move, for the calendar of whoever booked it.
alter table notifications.attachment
  drop constraint attachment_content_type_check,
  add constraint attachment_content_type_check
    check (content_type in ('text/html', 'text/plain', 'text/calendar', 'application/pdf'));
