-- What members and lenders see of a group (§16.13 to §16.16, §16.48 to §16.52): a snapshot of the night,
-- never what is there now.

create table private.loan_group_figures (
  intake_year integer primary key,
  members integer not null check (members >= 5 and members % 5 = 0),
  sum bigint not null check (sum >= 0 and sum % 100000000 = 0),
  published_at timestamptz not null default now()
);

comment on table private.loan_group_figures is 'What is published of a group; none below five members.';

alter table private.loan_group_figures enable row level security;

-- The same members as a whole, by institute and by amount, for lenders.
create table private.loan_group_cells (
  intake_year integer not null
    references private.loan_group_figures (intake_year) on delete cascade,
  part text not null check (part in ('all', 'institute', 'amount')),
  cell text not null,
  members integer not null check (members >= 5 and members % 5 = 0),
  sum bigint not null check (sum >= 0 and sum % 100000000 = 0),
  primary key (intake_year, part, cell)
);

alter table private.loan_group_cells enable row level security;

-- When figures of a year were last published, also where they have been taken away since.
create table private.loan_group_publications (
  intake_year integer primary key,
  published_at timestamptz not null default now()
);

alter table private.loan_group_publications enable row level security;

-- The step of all sums: ten lakh rupees in paise.
create function private.ten_lakh()
returns bigint
language sql
immutable
set search_path = ''
as $$
  select 100000000::bigint;
$$;

-- An amount rounded to ten lakh, up or down by chance with the odds that leave sums of many unbiased.
create function private.counted_amount(amount bigint)
returns bigint
language sql
volatile
set search_path = ''
as $$
  select (amount / private.ten_lakh()) * private.ten_lakh()
    + case
      when random() * private.ten_lakh() < amount % private.ten_lakh() then private.ten_lakh()
      else 0
    end;
$$;

-- The requests that count in a group: open, and the account's address is proven (§16.15).
create function private.counting_requests(p_year integer)
returns setof private.loan_requests
language sql
stable
set search_path = ''
as $$
  select requests.*
  from private.loan_requests as requests
  join auth.users as users on users.id = requests.member_id
  join private.proven_addresses as proven
    on proven.user_id = users.id and proven.address = lower(users.email)
  where requests.intake_year = p_year and requests.left_at is null;
$$;

-- Publishes a group's figures: draws what has not been drawn yet, and counts. Members who join meanwhile
-- have nothing drawn and count the next time.
create function private.publish_group(p_year integer)
returns void
language plpgsql
set search_path = ''
as $$
begin
  delete from private.loan_group_figures where intake_year = p_year;
  insert into private.loan_group_publications (intake_year) values (p_year)
  on conflict (intake_year) do update set published_at = now();
  update private.loan_requests as requests
  set counted_amount = private.counted_amount(requests.amount), counted_of = requests.amount
  where requests.id in (select id from private.counting_requests(p_year))
    and requests.counted_of is distinct from requests.amount
    -- Asked of the row itself, because its member may just have left.
    and requests.left_at is null;

  -- The mean of a cell is rounded too, so that no cell can be had by subtracting the others. A band's name
  -- says which amounts chance may put into it, so neighbours overlap.
  with counting as materialized (
    select institute, counted_amount from private.counting_requests(p_year)
    where counted_amount is not null
  ), figures as (
    insert into private.loan_group_figures (intake_year, members, sum)
    select p_year, count(*) / 5 * 5, sum(counted_amount) from counting
    having count(*) >= 5
  )
  insert into private.loan_group_cells (intake_year, part, cell, members, sum)
  select
    p_year,
    part,
    mode() within group (order by cell),
    count(*) / 5 * 5,
    count(*) / 5 * 5 * round(avg(counted_amount) / private.ten_lakh())::bigint * private.ten_lakh()
  from (
    select 'all' as part, '' as same, 'the group' as cell, counted_amount from counting
    union all
    select 'institute', lower(institute), institute, counted_amount from counting
    union all
    select 'amount', bands.cell, bands.cell, counting.counted_amount
    from counting
    join (
      values
        (0, 10, 'below Rs 20 lakh'),
        (20, 20, 'Rs 10 to 30 lakh'),
        (30, 40, 'Rs 20 to 50 lakh'),
        (50, 100, 'above Rs 40 lakh')
    ) as bands (least, most, cell)
      on counting.counted_amount / (private.ten_lakh() / 10) between bands.least and bands.most
  ) as counted
  group by part, same
  having count(*) >= 5;
end;
$$;

-- Publishes the figures of every group whose count, rounded down to fives, has changed, and which had none
-- published for seven days; a group of fewer than five loses its figures at once. A job runs it every night.
-- Returns how many groups changed.
create function public.publish_loan_groups()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  year integer;
  members integer;
  changed integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('loan groups', 0));
  for year in
    select generate_series(min(known.year), max(known.year))
    from (
      (select intake_year as year from private.loan_requests where left_at is null
        order by intake_year limit 1)
      union all
      (select intake_year from private.loan_requests where left_at is null
        order by intake_year desc limit 1)
      union all
      select intake_year from private.loan_group_figures
    ) as known
  loop
    select count(*) / 5 * 5 into members from private.counting_requests(year);
    continue when members is not distinct from coalesce(
      (select figures.members from private.loan_group_figures as figures where intake_year = year), 0
    );
    if members = 0 then
      delete from private.loan_group_figures where intake_year = year;
    else
      continue when exists (
        select from private.loan_group_publications as publications
        where publications.intake_year = year
          and publications.published_at > now() - interval '7 days'
      );
      perform private.publish_group(year);
    end if;
    changed := changed + 1;
  end loop;
  return changed;
end;
$$;
