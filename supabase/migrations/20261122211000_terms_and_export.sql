-- Which terms a member accepted (§18.8, §18.45), what a member agreed to (§18.46), and what the export of an
-- account has beside its sessions and its loan (§18.40).

create table private.accepted_terms (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The day of the newest policy that the sign-up form linked to.
  version date not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, version)
);

comment on table private.accepted_terms is 'Which version of the terms a member accepted, and when.';

alter table private.accepted_terms enable row level security;

-- Keeps the version that the sign-up form sent. Never raises, because a sign-up waits for it: what is no day
-- since the first policies counts as not told.
create function private.keep_accepted_terms()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  told constant text := private.metadata_text(new.raw_user_meta_data, 'terms', 10);
begin
  if told ~ '^\d{4}-\d{2}-\d{2}$' and told::date between '2026-01-01' and current_date + 1 then
    insert into private.accepted_terms (user_id, version) values (new.id, told::date)
    on conflict do nothing;
  end if;
  return null;
exception when others then
  raise warning 'the accepted terms of % were not kept: %', new.id, sqlerrm;
  return null;
end;
$$;

create trigger keep_accepted_terms after insert on auth.users
  for each row execute function private.keep_accepted_terms();

create function private.accepted_terms_json(p_user_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object('version', terms.version, 'accepted_at', terms.accepted_at)
      order by terms.accepted_at
    ),
    '[]'
  )
  from private.accepted_terms as terms where terms.user_id = p_user_id;
$$;

-- What the signed-in member agreed to: the terms at the sign-up and for a shared pack, and the consents of
-- the loan circle.
create function public.my_consents()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  member constant uuid := private.member();
begin
  return jsonb_build_object(
    'terms', private.accepted_terms_json(member),
    'shared_packs', (
      select coalesce(jsonb_agg(second.accepted_at order by second.accepted_at), '[]')
      from private.second_persons as second
      where second.member_id = member and second.accepted_at is not null
    ),
    'loan', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', consents.id,
            'kind', consents.kind,
            'lender', lenders.name,
            'version', consents.version,
            'text', consents.text,
            'given_at', consents.given_at,
            'taken_back_at', consents.taken_back_at
          ) order by consents.given_at desc
        ),
        '[]'
      )
      from private.consents as consents
      left join private.lenders as lenders on lenders.id = consents.lender_id
      where consents.member_id = member
    )
  );
end;
$$;

-- What is kept about an account itself, for the export. Tokens of links are left out: an export must not
-- prove an address.
create function public.account_of(p_user_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'account', jsonb_build_object(
      'email', users.email,
      'created_at', users.created_at,
      'email_confirmed_at', users.email_confirmed_at,
      'last_sign_in_at', users.last_sign_in_at,
      'given_at_sign_up', users.raw_user_meta_data
    ),
    'own_addresses', (
      select coalesce(jsonb_agg(own order by own), '[]') from private.own_addresses(users.id) as own
    ),
    'terms_accepted', private.accepted_terms_json(users.id),
    'devices', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'signed_in_at', devices.created_at,
            'last_used_at', devices.updated_at,
            'browser', devices.user_agent,
            'ip_address', host(devices.ip)
          ) order by devices.created_at
        ),
        '[]'
      )
      from auth.sessions as devices where devices.user_id = users.id
    ),
    'mails', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'kind', mails.kind,
            'recipient', mails.recipient,
            'payload', mails.payload - 'token',
            'created_at', mails.created_at,
            'sent_at', mails.sent_at
          ) order by mails.created_at, mails.id
        ),
        '[]'
      )
      from private.outbox as mails
      where lower(mails.recipient) = lower(users.email) and mails.payload ->> 'user_id' = users.id::text
        or lower(mails.recipient) in (select private.own_addresses(users.id))
    ),
    'log', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', entries.created_at,
            'ip_address', entries.ip_address,
            'what', entries.payload::jsonb
          ) order by entries.created_at
        ),
        '[]'
      )
      from auth.audit_log_entries as entries
      where entries.payload ->> 'actor_id' = users.id::text
    )
  )
  from auth.users as users where users.id = p_user_id;
$$;
