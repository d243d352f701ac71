-- Texts that operators write for members: community links, and the preparation room (§18.15, §18.16).

-- Community links, which only logged-in members can read.
create table public.community_links (
  -- The name of a place, such as 'Discord'.
  name text primary key check (char_length(name) between 1 and 60),
  -- A short description of what members do there.
  text text not null default '' check (char_length(text) <= 300),
  url text not null check (url ~ '^https://[^[:space:]]+$' and char_length(url) <= 500),
  -- Sample data in the local stack; the launch check lists it.
  is_sample boolean not null default false,
  created_at timestamptz not null default now()
);

alter table public.community_links enable row level security;

create policy community_links_select on public.community_links
  for select to authenticated using ((select private.member()) is not null);

-- Transcripts, topics and CV notes. A paid pack unlocks all of them.
create table private.material (
  id integer primary key generated always as identity,
  kind text not null check (kind in ('transcript', 'wat', 'gd', 'cv')),
  title text not null check (char_length(title) between 1 and 120),
  -- The text in Markdown (CommonMark). Raw HTML is shown as text.
  body text not null check (char_length(body) between 1 and 60000),
  -- Sample data in the local stack; the launch check lists it.
  is_sample boolean not null default false,
  -- Members can see the text once this is set.
  published_at timestamptz,
  changed_at timestamptz not null default now(),
  constraint material_title unique (kind, title)
);

-- Earlier versions of texts, which the desk shows and can restore (§22.34).
create table private.material_versions (
  id integer primary key generated always as identity,
  material_id integer not null references private.material (id) on delete cascade,
  title text not null,
  body text not null,
  -- When this version was replaced.
  until timestamptz not null default now()
);

create index material_versions_material on private.material_versions (material_id, id);

-- Keeps the last 50 versions of a text, whoever changes it.
create function private.keep_material_version() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.material_versions (material_id, title, body) values (old.id, old.title, old.body);
  delete from private.material_versions
  where material_id = old.id and id <= (
    select id from private.material_versions where material_id = old.id order by id desc offset 50 limit 1
  );
  return null;
end;
$$;

create trigger material_keep_version after update on private.material
  for each row when ((old.title, old.body) is distinct from (new.title, new.body))
  execute function private.keep_material_version();

-- Another text of this kind with the same title, ignoring case; null if there is none.
create function private.material_namesake(kind text, title text, material integer) returns integer
language sql stable set search_path = '' as $$
  select kept.id from private.material as kept
  where kept.kind = material_namesake.kind
    and private.same_name(kept.title) = private.same_name(material_namesake.title)
    and kept.id is distinct from material_namesake.material
  limit 1;
$$;

-- Adds a text, or changes the one with this number, and keeps the old version. Refuses a title that another text of
-- this kind already has, in capitals or small letters, unless `replaces` is true. Returns the title.
create function operations.put_material(
  kind text, title text, body text, is_sample boolean default false, published boolean default true,
  material integer default null, replaces boolean default false
) returns text
language plpgsql set search_path = '' as $$
declare
  namesake constant integer := private.material_namesake(
    put_material.kind, put_material.title, put_material.material
  );
  put integer := coalesce(put_material.material, namesake);
begin
  perform private.refuse_when(
    'material_title', put_material.material is not null and namesake is not null, field => 'title'
  );
  perform private.stop_when(
    namesake is not null and not replaces,
    'A text of this kind already has this title. To replace it, tick ''Replace the text that has this title''.'
    || ' We keep the old one as an earlier version.', 'replaces'
  );
  if put is null then
    insert into private.material (kind, title, body, is_sample, published_at)
    values (
      put_material.kind, put_material.title, put_material.body, put_material.is_sample,
      case when put_material.published then now() end
    )
    returning id into put;
  else
    update private.material as kept
    set
      title = put_material.title,
      body = put_material.body,
      is_sample = case when namesake is null then kept.is_sample else put_material.is_sample end,
      published_at = case when put_material.published then coalesce(kept.published_at, now()) end,
      changed_at = now()
    where kept.id = put;
    perform private.stop_when(not found, 'This text no longer exists.');
  end if;
  perform private.log_action(case
    when namesake is not null then 'replace_material' when put_material.material is not null then 'edit_material'
    else 'put_material'
  end, put::text);
  return format('“%s” is %s%s', put_material.title, case
    when namesake is not null then 'replaced' when replaces or put_material.material is not null then 'saved'
    else 'added' end, case
    when put_material.published then '. Members can read it now.' else ' as a draft. Publish it when it is ready.' end);
end;
$$;

-- The old versions of all texts, latest first.
create view operations.material_versions with (security_invoker = true) as
select
  versions.id as version, versions.material_id as material, material.kind, versions.title, versions.body, versions.until
from private.material_versions as versions
join private.material as material on material.id = versions.material_id;

-- Restores an old version of a text. The current text becomes an old version. Refuses a title that another text of this
-- kind has by now, in capitals or small letters.
create function operations.restore_material(version integer) returns text
language plpgsql set search_path = '' as $$
declare
  old record;
begin
  select versions.material_id, versions.title, versions.body, material.kind into old
  from private.material_versions as versions
  join private.material as material on material.id = versions.material_id
  where versions.id = version;
  perform private.stop_when(not found, 'This version no longer exists.');
  perform private.stop_when(
    private.material_namesake(old.kind, old.title, old.material_id) is not null,
    format('Another text of this kind is called “%s” by now. Change its title first.', old.title)
  );
  update private.material set title = old.title, body = old.body, changed_at = now() where id = old.material_id;
  perform private.log_action('restore_material', old.material_id::text);
  return format('The earlier version of “%s” is restored.', old.title);
end;
$$;

-- Every text in the preparation room, exactly as stored, because operators edit it.
create view operations.material with (security_invoker = true) as
select
  id as material, kind, title, body,
  published_at is not null as published,
  is_sample, changed_at
from private.material
order by kind, title;

-- Topics for group discussions, least used first.
create view operations.gd_topics with (security_invoker = true) as
select
  material.title as topic,
  (select count(*)::integer from private.slots as slots where slots.topic = material.title) as used
from private.material as material
where material.kind = 'gd' and material.published_at is not null
order by used, topic;

create function operations.publish_material(material integer, published boolean) returns text
language plpgsql set search_path = '' as $$
declare
  known private.material;
begin
  update private.material as kept
  set published_at = case when publish_material.published then coalesce(kept.published_at, now()) end
  where kept.id = publish_material.material
  returning kept.* into known;
  perform private.stop_when(not found, 'This text no longer exists.');
  perform private.log_action(
    case when publish_material.published then 'publish_material' else 'hide_material' end,
    publish_material.material::text
  );
  return format('“%s” is %s.', known.title, case
    when publish_material.published then 'published' else 'hidden' end);
end;
$$;

create function operations.delete_material(material integer) returns text
language plpgsql set search_path = '' as $$
declare
  known private.material;
begin
  delete from private.material as kept where kept.id = delete_material.material returning kept.* into known;
  perform private.stop_when(not found, 'This text no longer exists.');
  perform private.log_action('delete_material', delete_material.material::text);
  return format('“%s” is deleted.', known.title);
end;
$$;

create view operations.community with (security_invoker = true) as
select name, text, url from public.community_links order by name;

-- Adds a community link, or changes the one with this name.
create function operations.put_community(name text, text text, url text) returns text
language sql set search_path = '' as $$
  -- Not checks of the table, because the roles of the public API may not call private functions.
  select private.refuse_when('community_links_name_check', not private.is_name(name), field => 'name');
  select private.refuse_when('community_links_url_check', not private.is_link(url), field => 'url');
  select private.stop_when(
    private.is_blank(put_community.text), 'Write what happens there. Members read it.', 'text'
  );
  select private.stop_when(
    true, format('This community is called “%s” on the list. Use that name.', known.name), 'name'
  )
  from public.community_links as known
  where known.name <> put_community.name and private.same_name(known.name) = private.same_name(put_community.name);
  insert into public.community_links as known (name, text, url)
  values (put_community.name, put_community.text, put_community.url)
  on conflict on constraint community_links_pkey do update
  set text = excluded.text, url = excluded.url, is_sample = false;
  select private.log_action('put_community', put_community.name);
  select format('The link to %s is saved.', put_community.name);
$$;

create function operations.delete_community(name text) returns text
language plpgsql set search_path = '' as $$
begin
  delete from public.community_links as known where known.name = delete_community.name;
  perform private.stop_when(not found, 'This link no longer exists.');
  perform private.log_action('delete_community', delete_community.name);
  return format('The link to %s is deleted.', delete_community.name);
end;
$$;

-- What the preparation room shows the logged-in member: {has_pack, items}. Without a bought or shared pack that has not
-- been fully refunded, only the first published transcript includes its body.
create function public.my_material() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
  has_pack constant boolean := exists (
    select from public.orders
    where id in (select private.packs_of(member)) and status <> 'refunded' and user_id is not null
  );
  open_text constant integer := (
    select id from private.material
    where kind = 'transcript' and published_at is not null
    order by published_at, id
    limit 1
  );
begin
  return jsonb_build_object(
    'has_pack', has_pack,
    'items', array(
      select jsonb_build_object(
        'id', id, 'kind', kind, 'title', title, 'is_sample', is_sample, 'changed_at', changed_at,
        'body', case when has_pack or id = open_text then body end
      )
      from private.material
      where published_at is not null
      order by kind, title
    )
  );
end;
$$;
