-- What the public site says (ADR 0047): pages, and for each the versions of its text.
create schema content;

create table content.page (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('service', 'location', 'article', 'root')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  -- Of a service or a location: the one that it belongs to.
  parent_id uuid references content.page check (parent_id <> id),
  -- Among its siblings, the lowest first.
  place int not null default 0 check (place between 0 and 9999),
  withdrawn_at timestamptz, -- its address answers that it is gone
  created_at timestamptz not null,
  changed_at timestamptz not null, -- by anybody, in whatever way
  check (parent_id is null or kind in ('service', 'location')),
  check (withdrawn_at is null or kind <> 'root')
);
create index page_changed on content.page (changed_at, id);
create index page_parent on content.page (parent_id);

-- Every slug that a page has or has had: an old one leads to the page still, and no other page of the kind may take it.
create table content.former_slug (
  kind text not null,
  slug text not null,
  page_id uuid not null references content.page on delete cascade deferrable initially deferred,
  primary key (kind, slug)
);
create index former_slug_page on content.former_slug (page_id);

create function content.keep_slug() returns trigger language plpgsql as $$
begin
  -- Taking a slug that leads to another page violates the key; one's own former slug may be had back.
  insert into content.former_slug (kind, slug, page_id) values (new.kind, new.slug, new.id)
  on conflict (kind, slug) do update set page_id = excluded.page_id where content.former_slug.page_id = excluded.page_id;
  if not found then
    raise unique_violation using constraint = 'former_slug_pkey', message = 'this slug leads to another page';
  end if;
  return new;
end $$;
create trigger page_slug before insert or update of slug, kind on content.page for each row execute function content.keep_slug();

-- A picture as it was uploaded and cropped; its files are made of it once.
create table content.picture (
  id uuid primary key default uuidv7(),
  upload_id text not null unique references files.upload,
  alt text not null check (alt <> ''), -- what is to be seen, for those who cannot see it
  width int not null check (width > 0), -- of what was cut out
  height int not null check (height > 0),
  created_at timestamptz not null,
  created_by uuid
);

create table content.version (
  id uuid primary key default uuidv7(),
  page_id uuid not null references content.page on delete cascade,
  number int not null check (number > 0),
  name text not null,
  title text not null,
  description text not null,
  search_description text not null,
  body text not null, -- Markdown
  words int not null check (words >= 0), -- of the body
  facts jsonb not null, -- of a shape that belongs to the kind
  picture_id uuid references content.picture,
  -- Of an earlier version that was brought back.
  restored_from int check (restored_from < number),
  created_at timestamptz not null,
  created_by uuid, -- null: came from a file
  -- From this moment on it is what the public sees, unless a newer one is; null for a draft.
  published_at timestamptz,
  published_by uuid,
  unique (page_id, number)
);
-- The next moment at which the site changes by itself.
create index version_published on content.version (published_at);
create index version_picture on content.version (picture_id);

-- What somebody wrote stays as it was; only its moment can be set, until it has come.
create function content.keep_version() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'published_at' - 'published_by' = to_jsonb(old) - 'published_at' - 'published_by' then return new; end if;
  raise exception 'versions of a page are never changed';
end $$;
create trigger version_is_append_only before update on content.version for each row execute function content.keep_version();

-- Links that show a draft for an hour to whoever has one. Only a digest is kept.
create table content.preview (
  digest bytea primary key,
  version_id uuid not null references content.version on delete cascade,
  until timestamptz not null
);
create index preview_until on content.preview (until);
create index preview_version on content.preview (version_id);

-- What is counted for a location each night.
create table content.location_figures (
  page_id uuid primary key references content.page on delete cascade,
  counted_at timestamptz not null,
  figures jsonb not null
);
