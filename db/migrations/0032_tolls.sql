-- Bridges, tunnels and roads that cost something each time, as dated rows that the office can change. Which of them a move meets depends
-- on the roads taken: a routing engine says so, or a page names those that might be met. What stands here is
-- src/modules/geo/tolls/data.ts, held equal by a test.
create table geo.toll (
  id uuid primary key default uuidv7(),
  code text collate "C" not null check (code ~ '^[a-z][a-z0-9_]{1,39}$'), -- names it in receipts, for good
  name text not null check (length(name) between 2 and 80),
  gates jsonb not null, -- lines along the water: a route that meets one has passed
  is_one_way boolean not null, -- only from the right of a gate to its left
  water jsonb not null, -- far up and down: only a move from one bank to the other may have to cross here
  near_km int not null check (near_km between 0 and 1000), -- one end of a move is at most so far from here, or nobody would think of it
  road jsonb, -- {name, ends} of a road that is known by its name instead
  charges jsonb not null, -- [{vans, pence, hours}]; where several hold at one time, the dearest
  from_day date not null,
  to_day date,
  check_by date not null, -- by then somebody has to look whether it is still so
  source text not null check (source <> ''),
  version int not null default 1,
  check (to_day is null or to_day >= from_day),
  check (road is not null or (jsonb_array_length(gates) > 0 and jsonb_array_length(water) > 1)),
  constraint one_toll_a_day exclude using gist (code with =, daterange(from_day, to_day, '[]') with &&)
);

insert into geo.toll (code, name, gates, is_one_way, water, near_km, road, charges, from_day, to_day, check_by, source) values
  ('dartford', 'Dartford Crossing', '[[[0.2535,51.4648],[0.2635,51.4644]]]', false,
   '[[-0.97,51.46],[-0.7,51.52],[-0.51,51.433],[-0.31,51.411],[-0.307,51.458],[-0.23,51.488],[-0.213,51.467],[-0.17,51.482],[-0.125,51.487],[-0.117,51.508],[-0.088,51.508],[-0.05,51.503],[-0.035,51.508],[-0.028,51.488],[-0.008,51.484],[-0.003,51.5],[0.001,51.507],[0.012,51.503],[0.015,51.493],[0.07,51.495],[0.1,51.515],[0.15,51.512],[0.18,51.485],[0.2585,51.465],[0.37,51.447],[0.46,51.462],[0.58,51.503],[0.8,51.5],[1.2,51.52]]',
   120, null, '[{"vans":null,"pence":420,"hours":{"weekday":[360,1320],"weekend":[360,1320]}}]',
   '2025-09-01', null, '2027-01-31', 'National Highways: goods vehicle with two axles, 06:00 to 22:00, since 1 September 2025'),
  ('thames_tunnels_north', 'Blackwall or Silvertown Tunnel, northbound', '[[[-0.0055,51.505],[0.0045,51.508]],[[0.0085,51.5065],[0.0155,51.5005]]]', true,
   '[[-0.97,51.46],[-0.7,51.52],[-0.51,51.433],[-0.31,51.411],[-0.307,51.458],[-0.23,51.488],[-0.213,51.467],[-0.17,51.482],[-0.125,51.487],[-0.117,51.508],[-0.088,51.508],[-0.05,51.503],[-0.035,51.508],[-0.028,51.488],[-0.008,51.484],[-0.003,51.5],[0.001,51.507],[0.012,51.503],[0.015,51.493],[0.07,51.495],[0.1,51.515],[0.15,51.512],[0.18,51.485],[0.2585,51.465],[0.37,51.447],[0.46,51.462],[0.58,51.503],[0.8,51.5],[1.2,51.52]]',
   25, null, '[{"vans":["small_van"],"pence":150,"hours":{"weekday":[360,1320],"weekend":[360,1320]}},{"vans":["small_van"],"pence":400,"hours":{"weekday":[360,600],"weekend":null}},{"vans":["medium_van","large_van","luton_van"],"pence":250,"hours":{"weekday":[360,1320],"weekend":[360,1320]}},{"vans":["medium_van","large_van","luton_van"],"pence":650,"hours":{"weekday":[360,600],"weekend":null}}]',
   '2025-04-07', null, '2027-01-31', 'Transport for London: Blackwall and Silvertown tunnels, charged since 7 April 2025'),
  ('thames_tunnels_south', 'Blackwall or Silvertown Tunnel, southbound', '[[[0.0045,51.508],[-0.0055,51.505]],[[0.0155,51.5005],[0.0085,51.5065]]]', true,
   '[[-0.97,51.46],[-0.7,51.52],[-0.51,51.433],[-0.31,51.411],[-0.307,51.458],[-0.23,51.488],[-0.213,51.467],[-0.17,51.482],[-0.125,51.487],[-0.117,51.508],[-0.088,51.508],[-0.05,51.503],[-0.035,51.508],[-0.028,51.488],[-0.008,51.484],[-0.003,51.5],[0.001,51.507],[0.012,51.503],[0.015,51.493],[0.07,51.495],[0.1,51.515],[0.15,51.512],[0.18,51.485],[0.2585,51.465],[0.37,51.447],[0.46,51.462],[0.58,51.503],[0.8,51.5],[1.2,51.52]]',
   25, null, '[{"vans":["small_van"],"pence":150,"hours":{"weekday":[360,1320],"weekend":[360,1320]}},{"vans":["small_van"],"pence":400,"hours":{"weekday":[960,1140],"weekend":null}},{"vans":["medium_van","large_van","luton_van"],"pence":250,"hours":{"weekday":[360,1320],"weekend":[360,1320]}},{"vans":["medium_van","large_van","luton_van"],"pence":650,"hours":{"weekday":[960,1140],"weekend":null}}]',
   '2025-04-07', null, '2027-01-31', 'Transport for London: Blackwall and Silvertown tunnels, charged since 7 April 2025'),
  ('mersey_tunnels', 'Mersey Tunnels', '[[[-3.003,53.392],[-3.009,53.417]]]', false,
   '[[-3.15,53.47],[-3.02,53.43],[-3.005,53.4],[-2.96,53.36],[-2.86,53.32],[-2.78,53.325],[-2.7375,53.3465],[-2.713,53.3515],[-2.66,53.375],[-2.59,53.385],[-2.45,53.4],[-2.2,53.41]]',
   30, null, '[{"vans":null,"pence":240,"hours":{"weekday":[0,1440],"weekend":[0,1440]}}]',
   '2025-04-06', null, '2027-01-31', 'Liverpool City Region: class 1, goods vehicles up to 3.5 t, without a tag'),
  ('mersey_gateway', 'Mersey Gateway Bridge', '[[[-2.742,53.3463],[-2.733,53.3467]],[[-2.723,53.3495],[-2.703,53.3535]]]', false,
   '[[-3.15,53.47],[-3.02,53.43],[-3.005,53.4],[-2.96,53.36],[-2.86,53.32],[-2.78,53.325],[-2.7375,53.3465],[-2.713,53.3515],[-2.66,53.375],[-2.59,53.385],[-2.45,53.4],[-2.2,53.41]]',
   30, null, '[{"vans":null,"pence":240,"hours":{"weekday":[0,1440],"weekend":[0,1440]}}]',
   '2025-04-01', null, '2027-01-31', 'Halton Council: class 2, Mersey Gateway and Silver Jubilee bridges'),
  ('tyne_tunnel', 'Tyne Tunnel', '[[[-1.498,54.9885],[-1.478,54.989]]]', false,
   '[[-2.1,54.975],[-1.85,54.975],[-1.7,54.965],[-1.607,54.968],[-1.54,54.972],[-1.488,54.9887],[-1.44,55.005],[-1.4,55.01]]',
   40, null, '[{"vans":null,"pence":250,"hours":{"weekday":[0,1440],"weekend":[0,1440]}},{"vans":["luton_van"],"pence":500,"hours":{"weekday":[0,1440],"weekend":[0,1440]}}]',
   '2025-05-01', null, '2027-01-31', 'TT2: class 2 up to 3 m high, class 3 above, as a Luton van is'),
  ('humber_bridge', 'Humber Bridge', '[[[-0.465,53.7065],[-0.435,53.7065]]]', false,
   '[[-1.05,53.75],[-0.85,53.7],[-0.62,53.7],[-0.45,53.7065],[-0.3,53.73],[-0.1,53.66],[0.15,53.55]]',
   100, null, '[{"vans":null,"pence":150,"hours":{"weekday":[0,1440],"weekend":[0,1440]}}]',
   '2012-04-01', null, '2027-01-31', 'Humber Bridge Board: cars and vans up to 3.5 t, without a tag'),
  ('m6_toll', 'M6 Toll', '[]', false,
   '[]',
   0, '{"name":"M6 Toll","ends":[[-1.728,52.533],[-2.09,52.7]]}', '[{"vans":null,"pence":1840,"hours":{"weekday":[0,1440],"weekend":[0,1440]}}]',
   '2025-02-01', null, '2027-01-31', 'Midland Expressway: class 4 (vans), whole length by day, from general knowledge');
