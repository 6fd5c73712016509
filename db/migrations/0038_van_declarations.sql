-- What the office approved of a van stays true (ADR 0028). fleet.van holds what counts: as entered until the office has approved it for the
-- first time, as approved from then on. What its driver says since waits in one row beside it.
--
-- One registration belongs to one unit: whoever the office approved first holds the plate, and no two can. Plates are compared without spaces.
alter table fleet.van
  add column approved_at timestamptz, -- null: as entered, and no unit works with it
  add column held_plate text,
  add constraint plate_is_held_once unique (held_plate),
  add constraint held_plate_is_of_the_van check (held_plate is null or (approved_at is not null and held_plate = replace(registration, ' ', '')));

create table fleet.van_declaration (
  unit_id uuid primary key references fleet.van (unit_id) on delete cascade,
  id uuid not null unique default uuidv7(), -- another one each time, so that nobody decides about facts they have not seen
  registration text not null check (registration ~ '^[A-Z0-9 ]{2,10}$'),
  make text not null,
  model text not null,
  category text not null check (category in ('small_van', 'medium_van', 'large_van', 'luton_van')),
  has_tail_lift boolean not null,
  fuel text not null check (fuel in ('diesel', 'petrol', 'electric', 'hybrid')),
  euro_class int check (euro_class between 0 and 7),
  year int check (year between 1960 and 2100),
  gross_weight_kg int check (gross_weight_kg between 1000 and 7500),
  kerb_weight_kg int check (kerb_weight_kg between 500 and 7400),
  payload_kg int check (payload_kg between 100 and 6500),
  status text not null default 'pending' check (status in ('pending', 'approved', 'refused')),
  reason text check (length(reason) <= 1000), -- why it was refused; while it waits, why we ask again
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references identity."user",
  constraint declared_lift_fits_the_van check (not has_tail_lift or category = 'luton_van'),
  constraint declaration_refused_with_a_reason check (status <> 'refused' or reason is not null)
);
create index van_declaration_waiting on fleet.van_declaration (submitted_at) where status = 'pending';

-- Who else claims a plate.
create index van_plate on fleet.van (replace(registration, ' ', ''));
create index van_declaration_plate on fleet.van_declaration (replace(registration, ' ', '')) where status = 'pending';

-- Approved so far: with an approved log book.
update fleet.van v set approved_at = d.at
from (select unit_id, min(coalesce(decided_at, submitted_at)) as at from fleet.document where kind = 'v5c' and status = 'approved' group by unit_id) d
where d.unit_id = v.unit_id;

-- Of several vans of one plate the one approved first keeps it, of an open company before a closed one.
update fleet.van v set held_plate = first.plate from (
  select distinct on (plate) plate, unit_id from (
    select replace(v.registration, ' ', '') as plate, v.unit_id, v.approved_at, u.created_at
    from fleet.van v join fleet.working_unit u on u.id = v.unit_id join companies.company c on c.id = u.company_id
    left join identity."user" o on o.id = c.owner_user_id
    where v.approved_at is not null and coalesce(o.status, '') not in ('pending_delete', 'deleted')
  ) holders
  order by plate, approved_at, created_at, unit_id
) first
where first.unit_id = v.unit_id;

-- Masses that waited, or were refused, wait or stay refused with the other facts as they are; those of vans never approved are simply entered.
update fleet.van v set gross_weight_kg = m.gross_weight_kg, kerb_weight_kg = m.kerb_weight_kg, payload_kg = m.payload_kg
from fleet.van_masses m where m.unit_id = v.unit_id and v.approved_at is null and m.status <> 'approved';

insert into fleet.van_declaration (unit_id, id, registration, make, model, category, has_tail_lift, fuel, euro_class, year,
  gross_weight_kg, kerb_weight_kg, payload_kg, status, reason, submitted_at, decided_at, decided_by)
select v.unit_id, m.id, v.registration, v.make, v.model, v.category, v.has_tail_lift, v.fuel, v.euro_class, v.year,
  m.gross_weight_kg, m.kerb_weight_kg, m.payload_kg, m.status, m.reason, m.submitted_at, m.decided_at, m.decided_by
from fleet.van v join fleet.van_masses m on m.unit_id = v.unit_id
where v.approved_at is not null and m.status <> 'approved';

-- Whoever came later to a plate is looked at again, and takes no jobs until then. The vans of closed companies are only marked as free.
with later as (
  update fleet.van v set approved_at = null
  from fleet.working_unit u join companies.company c on c.id = u.company_id left join identity."user" o on o.id = c.owner_user_id
  where u.id = v.unit_id and v.approved_at is not null and coalesce(o.status, '') not in ('pending_delete', 'deleted')
    and v.held_plate is null
  returning v.unit_id
)
update fleet.working_unit u set status = 'pending_verification', version = version + 1,
  status_reason = 'Another unit has this registration too. We are checking whose it is.'
from later where later.unit_id = u.id and u.status in ('operating', 'insurance_expires_soon', 'ready_to_start', 'verification_completed');

insert into fleet.van_declaration (unit_id, registration, make, model, category, has_tail_lift, fuel, euro_class, year,
  gross_weight_kg, kerb_weight_kg, payload_kg, reason, submitted_at)
select v.unit_id, v.registration, v.make, v.model, v.category, v.has_tail_lift, v.fuel, v.euro_class, v.year,
  v.gross_weight_kg, v.kerb_weight_kg, v.payload_kg,
  case when exists (select from fleet.van p where p.held_plate = replace(v.registration, ' ', ''))
    then 'Another unit has this registration too. We are checking whose it is.' end,
  coalesce((select max(d.submitted_at) from fleet.document d where d.unit_id = v.unit_id and d.kind = 'v5c'), u.created_at)
from fleet.van v join fleet.working_unit u on u.id = v.unit_id
where v.approved_at is null
on conflict (unit_id) do nothing;

drop table fleet.van_masses;
