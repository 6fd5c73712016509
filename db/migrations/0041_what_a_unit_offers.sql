-- A unit offers every help level that fits its van, has a price and people who can come, unless its driver switched it off. Units used to
-- begin with "no help" and "1 man" only, so that a price for 2 men reached nobody.
alter table fleet.working_unit alter column help_levels set default '{no_help,driver_helps,one_porter,two_porters}';

-- Those that are still being set up begin as new ones do.
update fleet.working_unit set help_levels = default
where help_levels @> '{no_help,driver_helps}' and help_levels <@ '{no_help,driver_helps}'
  and status in ('not_ready_for_a_job', 'pending_verification', 'verification_failed', 'verification_completed', 'ready_to_start');

-- Those that work, or are paused or stopped, keep what they offer. Added is what their company prices for their van: where they still have
-- the old beginning, as far as their checked people go; and where nothing that they offer has a price, because such a unit would stop now.
with priced as (
  select v.unit_id, r.help_level, array_position('{no_help,driver_helps,one_porter,two_porters}'::text[], r.help_level) - 1 as people
  from fleet.van v join fleet.working_unit u on u.id = v.unit_id
  join pricing.hourly_rate r on r.company_id = u.company_id and r.van_category = v.category
), added as (
  select u.id, array_agg(p.help_level) as levels
  from fleet.working_unit u join priced p on p.unit_id = u.id
  where u.status in ('operating', 'insurance_expires_soon', 'deactivated_by_you', 'blocked', 'deactivated') and not p.help_level = any (u.help_levels)
    and (not exists (select from priced o where o.unit_id = u.id and o.help_level = any (u.help_levels))
      or (u.help_levels @> '{no_help,driver_helps}' and u.help_levels <@ '{no_help,driver_helps}' and cardinality(u.people_until) >= p.people))
  group by u.id
)
update fleet.working_unit u set help_levels = u.help_levels || added.levels from added where added.id = u.id;
