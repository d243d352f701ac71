-- What members read: the way to the community, and the material of the preparation room (§18.15, §18.16). A person
-- writes both in the SQL editor (docs/operations.md).

create table public.community_links (
  -- Where it is, such as 'Discord'.
  name text primary key check (char_length(name) between 1 and 60),
  -- What happens there.
  text text not null default '' check (char_length(text) <= 300),
  url text not null
    check (url ~ '^https://[^[:space:]]+$' and char_length(url) <= 500),
  -- Of the local stack: a launch check lists it.
  is_sample boolean not null default false,
  created_at timestamptz not null default now()
);

comment on table public.community_links is 'Where members meet. Only signed-in members read it.';

alter table public.community_links enable row level security;

create policy community_links_select on public.community_links
  for select to authenticated using (true);

create table private.material (
  id integer primary key generated always as identity,
  kind text not null check (kind in ('transcript', 'wat', 'cv')),
  title text not null check (char_length(title) between 1 and 120),
  -- Markdown (CommonMark). Raw HTML in it is printed as text.
  body text not null check (char_length(body) between 1 and 60000),
  -- Of the local stack: a launch check lists it.
  is_sample boolean not null default false,
  -- Kept out of the room until this is set.
  published_at timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  constraint material_title unique (kind, title)
);

comment on table private.material is 'Transcripts, WAT topics and CV notes for members with a paid pack.';

alter table private.material enable row level security;

-- Adds a text, or replaces the one of the same kind and title. Returns its number.
create function operations.put_material(
  kind text, title text, body text, is_sample boolean default false, published boolean default true
)
returns integer
language plpgsql set search_path = ''
as $$
declare
  put integer;
begin
  insert into private.material as kept (kind, title, body, is_sample, published_at)
  values (
    put_material.kind, trim(put_material.title), put_material.body, put_material.is_sample,
    case when put_material.published then now() end
  )
  on conflict on constraint material_title do update
  set
    body = excluded.body,
    is_sample = excluded.is_sample,
    published_at = case when excluded.published_at is not null
      then coalesce(kept.published_at, excluded.published_at) end,
    changed_at = now()
  returning id into put;
  perform private.log_action('put_material', put::text);
  return put;
end;
$$;

-- Whether a member bought, or shares, a pack that was not refunded in full.
create function private.has_paid_pack(p_member uuid)
returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.orders
    where status in ('paid', 'partially_refunded')
      and user_id is not null
      and (
        user_id = p_member
        or id in (select order_id from private.second_persons where member_id = p_member)
      )
  );
$$;

-- What the preparation room shows the signed-in member: {has_pack, items}. Without a paid pack there are no
-- items.
create function public.my_material()
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  member constant uuid := private.member();
  has_pack constant boolean := private.has_paid_pack(member);
begin
  return jsonb_build_object(
    'has_pack', has_pack,
    'items', array(
      select jsonb_build_object(
        'id', id, 'kind', kind, 'title', title, 'body', body, 'is_sample', is_sample,
        'changed_at', changed_at
      )
      from private.material
      where has_pack and published_at is not null
      order by kind, title
    )
  );
end;
$$;

-- What a launch check asks: whether there is a community, how many texts there are, and the samples among them.
create function public.material_ready()
returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'community', (select count(*) from public.community_links where not is_sample),
    'texts', (
      select count(*) from private.material where published_at is not null and not is_sample
    ),
    'samples', array(
      select name
      from (
        select title as name from private.material where is_sample
        union all
        select name from public.community_links where is_sample
      ) as found
      order by name
    )
  );
$$;
