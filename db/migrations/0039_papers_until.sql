-- Papers cover the day of the job (ADR 0028). Kept from van and documents, so that a search reads it with the unit: the first day on which not
-- every document counts that the unit needs then. From here on onboarding/commands.ts keeps it (fleet/documents/rules.ts: papersUntil).
alter table fleet.working_unit add column papers_until date not null default '-infinity';

update fleet.working_unit u set papers_until = now_so.until
from (
  select w.id, min(greatest(k.needed_from, coalesce((
    select max(coalesce(d.expires_on, 'infinity')) from fleet.document d
    where d.company_id = w.company_id and (d.unit_id is null or d.unit_id = w.id) and d.kind = k.kind and d.status = 'approved'), '-infinity'))) as until
  from fleet.working_unit w left join fleet.van v on v.unit_id = w.id
  left join fleet.van_declaration s on s.unit_id = w.id and s.status = 'pending',
  lateral (select greatest(v.gross_weight_kg, s.gross_weight_kg) > 3500 as is_heavy,
    case when s.unit_id is null or s.year is not null then least(v.year, s.year) + 4 end as mot_year) f,
  lateral (values ('v5c', '-infinity'::date), ('hire_and_reward', '-infinity'), ('goods_in_transit', '-infinity'), ('public_liability', '-infinity'),
    ('mot', case when v.year is null or f.mot_year is null then '-infinity' else make_date(f.mot_year, 1, 1) end),
    ('operator_licence', case when f.is_heavy then date '-infinity' else 'infinity' end),
    ('tachograph', case when f.is_heavy then date '-infinity' else 'infinity' end)) k (kind, needed_from)
  group by w.id
) now_so
where now_so.id = u.id;
