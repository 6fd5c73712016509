-- Who sells what a credit is about, as they were called on its day: a saved paper never changes.
alter table billing.sheet add column suppliers jsonb not null default '[]';

-- A PDF, in base64.
alter table notifications.attachment
  drop constraint attachment_content_type_check,
  drop constraint attachment_content_check,
  add constraint attachment_content_type_check check (content_type in ('text/html', 'text/plain', 'application/pdf')),
  add constraint attachment_content_check
    check (octet_length(content) <= case content_type when 'application/pdf' then 8388608 else 262144 end);
