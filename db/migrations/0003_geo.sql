create schema geo;

-- Every live postcode of the imported open data set. The importer replaces the table whole, so nothing may refer to it.
-- The "C" collation makes the beginning of a postcode a range of the primary key: a space sorts before every digit, so
-- 'E1 7AA' stands before 'E10 5AA'.
create table geo.postcode (
  postcode text collate "C" not null, -- as people write it: 'E17 4QH'
  lat real, -- WGS84; null for the few real postcodes without a place
  lng real,
  district_code text collate "C", -- local authority, nine characters
  country_code text collate "C",
  constraint postcode_pkey primary key (postcode),
  constraint postcode_is_whole check (length(postcode) between 6 and 8),
  constraint postcode_place_is_whole check ((lat is null) = (lng is null)),
  constraint postcode_place_is_here check (lat between 49 and 61 and lng between -9 and 2.5)
);

-- What was imported, newest last; the attribution is shown wherever the data is used.
create table geo.import (
  id bigint generated always as identity primary key,
  source_kind text not null check (source_kind in ('code_point_open', 'onspd', 'nspl')),
  vintage text not null check (length(vintage) between 1 and 60),
  row_count int not null check (row_count > 0),
  located_count int not null check (located_count between 0 and row_count),
  has_northern_ireland boolean not null,
  attribution text not null,
  imported_at timestamptz not null default now()
);
