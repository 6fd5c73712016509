-- Which postcode areas an import covers. Of those it names every postcode, so one that it does not name is asked about.
alter table geo.import add column areas text[] not null default '{}';

-- What is served was read by the newest import.
update geo.import
set areas = (
  select coalesce(array_agg(distinct rtrim(left(postcode, 2), '0123456789') order by rtrim(left(postcode, 2), '0123456789')), '{}')
  from geo.postcode
)
where id = (select max(id) from geo.import);
