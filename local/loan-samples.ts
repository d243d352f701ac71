/**
 * Creates any missing sample lenders with their offers, and a group of six sample members for courses that start in
 * seven months. Their names mark them as samples, and lenders also have `is_sample`. Does not send mail, and no one can
 * log in as a sample member.
 */
export const loanSamples = `
do $samples$
declare
  sample record;
  lender integer;
  member uuid;
  today constant date := (now() at time zone 'Asia/Kolkata')::date;
  starts constant date := date_trunc('month', today + interval '7 months')::date;
  year constant integer := extract(year from starts);
  lakh constant bigint := 10000000;
begin
  for sample in
    select * from (
      values
        (
          'One', 11.5, 9.75, 'floating', 1, 50, 12, 180, 'added', 1.0, 50000,
          'None. A parent or a spouse signs as co-applicant.'
        ),
        (
          'Two', 12.0, 10.25, 'fixed', 5, 100, 60, 180, 'paid', 0.0, null,
          'None up to Rs 50 lakh; above that a deposit or a property.'
        ),
        (
          'Three', 10.75, 9.4, 'floating', 40, 100, 60, 180, 'added', 0.5, 25000,
          'A property or a deposit worth the amount of the loan.'
        ),
        ('Four', 11.25, null, null, null, null, null, null, null, null, null, null)
    ) as lenders (
      name, standard_rate, rate, rate_type, least, most, least_months, most_months, interest,
      fee_percent, fee_most, security
    )
  loop
    select id into lender from private.lenders where name = 'Sample Lender ' || sample.name;
    if lender is null then
      perform operations.add_lender(
        'Sample Lender ' || sample.name,
        'https://' || lower(sample.name) || '.lenders.example.com',
        sample.standard_rate,
        lower(sample.name) || '@lenders.example.com',
        is_sample => true
      );
      select id into lender from private.lenders where name = 'Sample Lender ' || sample.name;
    end if;
    continue when sample.rate is null or exists (
      select from private.loan_offers
      where lender_id = lender and intake_year = year and valid_until >= today
        and replaced_by is null and withdrawn_at is null
    );
    perform operations.add_offer(
      lender, year, sample.rate, sample.rate_type,
      sample.least * 100000, sample.most * 100000, sample.least_months, sample.most_months,
      penal_charges => '2% a year on what is overdue, plus GST',
      security => sample.security,
      valid_until => today + 60,
      key_facts_url => 'https://' || lower(sample.name) || '.lenders.example.com/key-facts.pdf',
      interest => sample.interest,
      fee_percent => sample.fee_percent,
      fee_most => sample.fee_most,
      replaces => (
        select id from private.loan_offers
        where lender_id = lender and intake_year = year
          and replaced_by is null and withdrawn_at is null
        order by valid_until desc limit 1
      )
    );
  end loop;

  for sample in
    select * from (
      values
        (1, 15, 84, 'IIM Bangalore', 'Pune'),
        (2, 20, 120, 'IIM Bangalore', 'Delhi'),
        (3, 25, 120, 'IIM Bangalore', 'Mumbai'),
        (4, 30, 144, 'IIM Bangalore', 'Chennai'),
        (5, 42, 180, 'IIM Bangalore', 'Kochi'),
        (6, 22, 96, 'XLRI Jamshedpur', 'Jaipur')
    ) as members (number, lakhs, months, institute, city)
  loop
    select id into member from auth.users
    where email = 'sample.member.' || sample.number || '@members.example.com';
    if member is null then
      insert into auth.users (id, email, raw_user_meta_data)
      values (
        gen_random_uuid(),
        'sample.member.' || sample.number || '@members.example.com',
        jsonb_build_object('firstname', 'Sample', 'lastname', 'Member')
      )
      returning id into member;
    end if;
    insert into private.proven_addresses (user_id, address)
    select member, email from auth.users where id = member
    on conflict do nothing;
    update private.loan_requests set course_starts = starts
    where member_id = member and left_at is null and intake_year <> year;
    insert into private.loan_requests (
      member_id, institute, programme, stage, course_starts, course_months, amount, term_months,
      co_applicant, city, offers_known_at
    )
    select
      member, sample.institute, 'MBA', 'shortlisted', starts, 24, sample.lakhs * lakh,
      sample.months, 'parent', sample.city, 'infinity'
    where not exists (
      select from private.loan_requests where member_id = member and left_at is null
    );
    delete from private.outbox
    where payload ->> 'user_id' = member::text and sent_at is null;
  end loop;

  if not exists (select from private.loan_group_figures where intake_year = year) then
    perform public.publish_loan_groups();
  end if;
end
$samples$`;
