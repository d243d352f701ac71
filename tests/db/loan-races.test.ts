/** Loans on a real Postgres, where people act at the same time. */
import { expect, test } from 'vitest';
import { dailyLimits } from '../../src/domain/periods.ts';
import { lakh, loansOn } from '../samples/loans.ts';
import { onServer } from '../samples/caller.ts';
import { describeRaces, outcomes, times, whileOpenOn } from './support/races.ts';

describeRaces('concurrent loan actions on a real Postgres', (sql) => {
  const whileOpen = whileOpenOn(sql);
  const here = loansOn(onServer(sql));
  const { query, count, newMember, join, newBorrower, mine, leave, choose, takeBack } = here;
  const { newOffer, newChoice, operate, addMatch, publish, takeConsentBack } = here;

  test('§16.26 a request cannot be changed while an operator is sending it to the lender', async () => {
    const { id, choice } = await newChoice();
    const sends = { call: 'operations.send_to_lender($1)', parameters: [choice] };
    const outcome = await whileOpen(sends, () => join(id, { p_city: 'Delhi' }));
    expect(outcome).toBe('request_fixed');
    expect((await mine(id)).request).toMatchObject({ city: 'Pune', fixed: true });
  });

  test('§16.59 withdrawing an offer while a member is choosing it withdraws the choice too', async () => {
    const { id } = await newBorrower();
    const offer = await newOffer();
    await mine(id);
    const chooses = { member: id, call: 'public.choose_offer($1, 1)', parameters: [offer] };
    const outcome = await whileOpen(chooses, () => operate('withdraw_offer', offer));
    expect(outcome).toBe('done');
    expect((await mine(id)).past_choices).toMatchObject([{ state: 'withdrawn' }]);
  });

  test('§16.62 a member who joins again while old loans are being deleted keeps the new request', async () => {
    const { id } = await newBorrower();
    // Triggers are off because only time makes a request this old.
    await query(`do $$ begin
      execute 'alter table private.loan_requests disable trigger user';
      update private.loan_requests
      set changed_at = now() - interval '2 years', course_starts = '2020-06-01'
      where member_id = '${id}';
      execute 'alter table private.loan_requests enable trigger user';
    end $$`);
    const outcome = await whileOpen(
      {
        member: id,
        call: `public.join_loan_group('IIM Indore', 'PGP', 'applied', $1::date, 22, $2::bigint, 120, 'none', 'Pune', 1)`,
        parameters: [await here.month(3), String(20 * lakh)],
      },
      () => query('select public.forget_old_loans()'),
    );
    expect(outcome).toBe('done');
    expect((await mine(id)).request).toMatchObject({ institute: 'IIM Indore' });
  });

  test('§16.25 a lender is told to stop if the member withdraws the consent while the choice is being sent', async () => {
    const { id, choice } = await newChoice();
    const consent = (await mine(id)).consents.find(({ kind }) => kind === 'loan_lender');
    const sends = { call: 'operations.send_to_lender($1)', parameters: [choice] };
    const outcome = await whileOpen(sends, () => takeConsentBack(id, consent?.id ?? ''));
    expect(outcome).toBe('done');
    expect((await mine(id)).past_choices).toMatchObject([{ id: choice, state: 'taken_back' }]);
    expect(await count('private.lender_stops where choice_id = $1', choice)).toBe(1);
  });

  test('§16.23 a member who chooses ten offers at once gets only one choice', async () => {
    const offers = await Promise.all(times(10, () => newOffer()));
    const { id } = await newBorrower();
    await mine(id);
    const counts = await outcomes(offers.map((offer) => choose(id, offer)));
    expect(counts).toEqual({ done: 1, already_chosen: 9 });
    expect((await mine(id)).consents.filter(({ kind }) => kind === 'loan_lender')).toHaveLength(1);
  });

  test('§16.54 a member who joins from several tabs at once gets only one request', async () => {
    const { id } = await newMember({ proven: true });
    await join((await newMember()).id);
    const joins = times(8, (index) => join(id, { p_amount: (index + 10) * lakh }));
    expect(await outcomes(joins)).toEqual({ done: 8 });
    expect(await count('private.loan_requests where member_id = $1', id)).toBe(1);
    const mails = "private.outbox where kind = 'loan_joined' and payload ->> 'user_id' = $1";
    expect(await count(mails, id)).toBe(1);
    expect((await mine(id)).consents).toHaveLength(1);
  });

  test('§16.54 the daily limit of loan changes holds even when the changes arrive at the same time', async () => {
    const { id } = await newMember();
    await join((await newMember()).id);
    const done = dailyLimits['loan change'];
    const joins = times(done + 5, (index) => join(id, { p_amount: (index + 10) * lakh }));
    expect(await outcomes(joins)).toEqual({ done, too_many_today: 5 });
  });

  test('§16.27 a member who sends ten better offers at once keeps only one', async () => {
    const { id } = await newBorrower();
    expect(await outcomes(times(10, () => addMatch(id)))).toEqual({ done: 1, too_many_matches: 9 });
    expect((await mine(id)).rate_matches).toHaveLength(1);
  });

  test('§16.25 a choice sent and withdrawn at the same time ends as withdrawn, and a lender that has the details is told', async () => {
    const people = await Promise.all(times(8, () => newChoice()));
    await outcomes(
      people.flatMap(({ id, choice }) => [takeBack(id, choice), operate('send_to_lender', choice)]),
    );
    for (const { id, choice } of people) {
      const { past_choices } = await mine(id);
      expect(past_choices).toMatchObject([{ id: choice, state: 'taken_back' }]);
      const stops = await count('private.lender_stops where choice_id = $1', choice);
      expect(stops).toBe(past_choices[0]?.lender_had_it ? 1 : 0);
    }
  });

  test('§16.26 a lender gets the request’s amount, even if the member changes the amount while it is being sent', async () => {
    const people = await Promise.all(times(8, () => newChoice()));
    const joins = (id: string) => join(id, { p_amount: 40 * lakh });
    await outcomes(
      people.flatMap(({ id, choice }) => [joins(id), operate('send_to_lender', choice)]),
    );
    for (const { id, choice: sent } of people) {
      await operate('details_sent', sent);
      const { request, choice } = await mine(id);
      expect(choice).toMatchObject({ state: 'with_lender', amount: request?.amount });
    }
  });

  test('§16.22 a choice is not kept if its offer is withdrawn at the same time', async () => {
    const offers = await Promise.all(times(8, () => newOffer()));
    const people = await Promise.all(times(8, () => newBorrower()));
    await mine(people[0]?.id ?? '');
    const counts = await outcomes(
      people.flatMap(({ id }, index) => [
        choose(id, offers[index] ?? ''),
        operate('withdraw_offer', offers[index]),
      ]),
    );
    expect(counts['done']).toBeGreaterThanOrEqual(8);
    expect(['done', 'no_such_offer']).toEqual(expect.arrayContaining(Object.keys(counts)));
    const withdrawn = 'select id from private.loan_offers where withdrawn_at is not null';
    const kept = `private.loan_choices where state = 'chosen' and offer_id in (${withdrawn})`;
    expect(await count(kept)).toBe(0);
  });

  test('§16.18 members who are the first to see new offers do not deadlock', async () => {
    const people = await Promise.all(times(10, () => newBorrower()));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(times(10, () => newOffer()));
      expect(await outcomes(people.map(({ id }) => mine(id)))).toEqual({ done: 10 });
    }
    expect(await query('select from private.loan_offers where shown_at is null')).toHaveLength(0);
  });

  test('§16.56 members can leave the group while its figures are being published', async () => {
    const people = await Promise.all(times(8, () => newBorrower()));
    const leaves = people.map(({ id }) => leave(id));
    expect(await outcomes([...leaves, ...times(3, () => publish())])).toEqual({ done: 11 });
  });
});
