-- The searches of an area, newest first, are counted and paged from the index alone.
drop index quoting.request_area;
create index request_area on quoting.request (pick_up_area, created_at desc, id desc) include (pick_up_district);
