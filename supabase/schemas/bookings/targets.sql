-- A member's target schools (§15.104): up to five, each with its interview day if known. They prefill the member's
-- forms and determine the order of the member's lists; mentors and operators cannot read them.

create table private.targets (
  -- Sorts a member's schools by when they were added.
  id integer primary key generated always as identity,
  member_id uuid not null references auth.users (id) on delete cascade,
  institute text not null check (char_length(institute) between 1 and 120),
  -- The interview's date in Indian time.
  interview_on date
);

create unique index targets_once on private.targets (member_id, lower(institute));

-- A member's schools: upcoming interviews first, then schools without a date, then past interviews.
create function private.targets_json(p_member uuid) returns jsonb[]
language sql stable set search_path = ''
return array(
  select jsonb_build_object('institute', targets.institute, 'interview_on', targets.interview_on)
  from private.targets as targets
  where targets.member_id = p_member
  order by coalesce(targets.interview_on < private.india_day(now()), false), targets.interview_on, targets.id
);

-- Adds a target school for a member, or updates its interview day if given. Does nothing without a name, or if the
-- member already has five others. Raises target_not_valid unless the date is between today and two years ahead.
create function private.keep_target(p_member uuid, p_institute text, p_interview_on date default null) returns void
language plpgsql set search_path = '' as $$
declare
  name constant text := coalesce(private.clean_text(p_institute, 120), '');
begin
  perform private.refuse_when('target_not_valid', p_interview_on - private.india_day(now()) not between 0 and 731);
  perform pg_advisory_xact_lock(hashtextextended('targets/' || p_member, 0));
  update private.targets set interview_on = coalesce(p_interview_on, interview_on)
  where member_id = p_member and lower(institute) = lower(name);
  if not found then
    insert into private.targets (member_id, institute, interview_on)
    select p_member, name, p_interview_on
    where name <> '' and (select count(*) from private.targets where member_id = p_member) < 5;
  end if;
end;
$$;

-- Adds a target school for the logged-in member, or changes its interview day. Raises target_not_valid, or
-- too_many_targets if the member already has five others.
create function public.set_target(p_institute text, p_interview_on date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.member();
begin
  perform private.refuse_when('target_not_valid', private.is_blank(p_institute));
  perform private.keep_target(member, p_institute, p_interview_on);
  update private.targets set interview_on = p_interview_on
  where member_id = member and lower(institute) = lower(private.clean_text(p_institute, 120));
  perform private.refuse_when('too_many_targets', not found);
end;
$$;

create function public.remove_target(p_institute text) returns void
language sql security definer set search_path = '' as $$
  delete from private.targets
  where member_id = private.member() and lower(institute) = lower(private.clean_text(p_institute, 120));
$$;
