-- A browser takes messages as long as the session lasts in which they were switched on.
create view notifications.open_device as
select d.id, d.user_id, d.endpoint, d.public_key, d.auth, s.expires_at
from notifications.push_device d join identity.session s on s.id = d.session_id
where s.revoked_at is null;
