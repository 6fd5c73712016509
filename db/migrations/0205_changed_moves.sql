-- A booking whose move is changed in the steps that made it (ADR 0072).

-- Prices of a company until they changed, beside its terms: a quote that a customer holds is booked on them.
alter table pricing.past_terms add column tariff jsonb;

-- What a change of the move is priced at: {"tariff", "van", "first": {"totalPence", "startAt", "endAt"}}. Null: booked before, or at a price of the office.
alter table bookings.booking
  add column booked_terms jsonb,
  -- The cancellation fee that the booking had reached when its move was changed: it never costs less to cancel.
  add column fee_floor_pence bigint not null default 0 check (fee_floor_pence >= 0);

-- The proposed move with its price, and the one before, which stays in the trail.
alter table bookings.change
  add column move jsonb,
  drop constraint change_kind_check,
  drop constraint change_amount_pence_check,
  drop constraint change_consent_check,
  add constraint change_kind_check check (kind in ('item', 'stop', 'floor', 'time', 'other', 'move')),
  add constraint change_has_move check ((kind = 'move') = (move is not null)),
  -- Only a whole move priced anew may cost less.
  add constraint change_amount_pence_check check (amount_pence between case when kind = 'move' then -10000000 else 0 end and case when kind = 'move' then 10000000 else 1000000 end),
  add constraint change_consent_check check (consent in ('signed_in', 'code', 'link', 'signed', 'by_phone'));

-- Small changes of a confirmed booking are done at once if the calendar allows them; off, the company answers each.
alter table companies.company add column changes_at_once boolean not null default true;
