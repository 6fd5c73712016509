-- What the office has decided about moving days, the last first.
create index day_question_decided on bookings.day_question (decided_at, id) where decided_at is not null;
