-- What each admin does in the office (ADR 0068). Whoever was one before could do everything, and still can.
alter table identity."user" add column staff_role text check (staff_role in ('owner', 'billing', 'support', 'editor'));
update identity."user" set staff_role = 'owner' where user_role = 'admin';
alter table identity."user" add constraint staff_role_is_of_an_admin check ((user_role = 'admin') = (staff_role is not null));
