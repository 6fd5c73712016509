-- The road charges that an installation starts with: src/modules/pricing/road-charges/data.ts, held equal by a test. An admin keeps
-- the rows up to date from here on.
insert into pricing.road_charge (zone, vehicle_class, amount_pence, hours, from_day, to_day, source) values
  ('ulez', 'noncompliant', 1250, '{"weekday": [0, 1440], "weekend": [0, 1440], "freeDays": "christmas_day"}',
   '2023-08-29', null, 'Transport for London, expansion to all London boroughs of 29 August 2023'),
  ('congestion', 'noncompliant', 1500, '{"weekday": [420, 1080], "weekend": [720, 1080], "freeDays": "christmas_to_new_year"}',
   '2022-02-21', '2026-01-01', 'Transport for London, hours of 21 February 2022'),
  ('congestion', 'other', 1500, '{"weekday": [420, 1080], "weekend": [720, 1080], "freeDays": "christmas_to_new_year"}',
   '2022-02-21', '2026-01-01', 'Transport for London, hours of 21 February 2022'),
  ('congestion', 'noncompliant', 1800, '{"weekday": [420, 1080], "weekend": [720, 1080], "freeDays": "christmas_to_new_year"}',
   '2026-01-02', null, 'Transport for London, charge of 2 January 2026'),
  ('congestion', 'other', 1800, '{"weekday": [420, 1080], "weekend": [720, 1080], "freeDays": "christmas_to_new_year"}',
   '2026-01-02', null, 'Transport for London, charge of 2 January 2026'),
  ('congestion', 'electric', 900, '{"weekday": [420, 1080], "weekend": [720, 1080], "freeDays": "christmas_to_new_year"}',
   '2026-01-02', '2030-03-03', 'Transport for London, electric van on Auto Pay, half off since 2 January 2026'),
  ('congestion', 'electric', 1350, '{"weekday": [420, 1080], "weekend": [720, 1080], "freeDays": "christmas_to_new_year"}',
   '2030-03-04', null, 'Transport for London, electric van on Auto Pay, a quarter off from 4 March 2030');
