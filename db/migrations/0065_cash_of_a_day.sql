-- What the driver says was paid in cash at the end; its customer may say otherwise, and then the office decides.
alter table bookings.day
  add column cash_state text not null default 'open' check (cash_state in ('open', 'recorded', 'disputed', 'decided')),
  add column cash_pence int check (cash_pence >= 0),
  add column cash_at timestamptz,
  add check ((cash_state = 'open') = (cash_pence is null)),
  add check ((cash_pence is null) = (cash_at is null));
alter table bookings.day_question
  drop constraint day_question_kind_check,
  add constraint day_question_kind_check check (kind in ('not_started', 'not_finished', 'hours', 'conflict', 'cash'));
