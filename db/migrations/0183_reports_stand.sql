-- A mover's report near the start leaves the job as it is, and what a customer's word alone would have posted waits.
alter table bookings.day_question
  drop constraint day_question_kind_check,
  add constraint day_question_kind_check check (kind in ('not_started', 'not_finished', 'hours', 'conflict', 'cash', 'reported'));

drop index bookings.event_owed;
create index event_owed on bookings.event (at)
  where kind in ('given_up', 'cancelled', 'no_show_settled') and data ? 'owedToCustomerPence';
