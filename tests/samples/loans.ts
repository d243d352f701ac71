import type { MyLoan } from '../../src/features/loans/loan-schema.ts';
import { type Caller, named, type Row } from './caller.ts';
import { peopleOn } from './people.ts';

export const lakh = 10_000_000;

export function loansOn(here: Caller) {
  const people = peopleOn(here);
  const { query, one, newMember, call, day } = people;

  /** The first day of a month this many months from now, in India. */
  const month = (ahead: number) =>
    one<string>(
      `select to_char(date_trunc('month', private.india_day(now()) + make_interval(months => $1)),
        'YYYY-MM-DD')`,
      [ahead],
    );

  const courseStarts = once(() => month(8));

  async function join(member: string, change: Row = {}): Promise<MyLoan> {
    return call<MyLoan>(member, 'join_loan_group', {
      p_institute: 'IIM Ahmedabad',
      p_programme: 'PGP',
      p_stage: 'converted',
      p_course_starts: await courseStarts(),
      p_course_months: 22,
      p_amount: 25 * lakh,
      p_term_months: 120,
      p_co_applicant: 'parent',
      p_city: 'Pune',
      p_consent_version: 1,
      ...change,
    });
  }

  /** A member with a verified address whose request is open. */
  async function newBorrower(change: Row = {}, proven = true) {
    const member = await newMember({ proven });
    await join(member.id, change);
    return member;
  }

  const mine = (member: string) => call<MyLoan>(member, 'my_loan');
  const leave = (member: string) => call<MyLoan>(member, 'leave_loan_group');
  const choose = (member: string, offer: string, version: number | null = 1) =>
    call<MyLoan>(member, 'choose_offer', { p_offer: offer, p_consent_version: version });
  const takeBack = (member: string, choice: string) =>
    call<MyLoan>(member, 'take_choice_back', { p_choice: choice });
  const takeConsentBack = (member: string, consent: string) =>
    call<MyLoan>(member, 'take_consent_back', { p_consent: consent });
  const takeMatchBack = (member: string, match: string) =>
    call<MyLoan>(member, 'take_rate_match_back', { p_match: match });

  let lenders = 0;
  async function newLender({
    name = `Lender ${++lenders} ${crypto.randomUUID()}`,
    email = null as string | null,
    rate = 11.5,
    isSample = false,
  } = {}): Promise<number> {
    await query("select operations.add_lender($1, 'https://lender.example.com', $2, $3, $4)", [
      name,
      rate,
      email,
      isSample,
    ]);
    return one<number>('select id from private.lenders where name = $1', [name]);
  }

  const offerDefaults = {
    rate: 9.75,
    rate_type: 'floating',
    least_amount: lakh,
    most_amount: 50 * lakh,
    least_months: 12,
    most_months: 180,
    penal_charges: '2% a year on what is late',
    security: 'None',
    key_facts_url: 'https://lender.example.com/facts.pdf',
  };

  /** An offer from a new lender to members who join as `join` does. */
  async function newOffer(change: Row = {}): Promise<string> {
    const given: Row = {
      lender: change['lender'] ?? (await newLender()),
      intake_year: Number((await courseStarts()).slice(0, 4)),
      valid_until: await day(30),
      ...offerDefaults,
      ...change,
    };
    // Operators type rupees.
    for (const amount of ['least_amount', 'most_amount', 'fee_fixed', 'fee_least', 'fee_most'])
      if (typeof given[amount] === 'number') given[amount] /= 100;
    await query(`select operations.add_offer(${named(given)})`, Object.values(given));
    return one<string>(
      'select id from private.loan_offers where lender_id = $1 order by created_at desc limit 1',
      [given['lender']],
    );
  }

  /** Chooses an offer that the member has seen; resolves to the choice. */
  async function chooseShown(member: string, offer: string): Promise<string> {
    await mine(member);
    const { choice } = await choose(member, offer);
    if (!choice) throw new Error('no offer was chosen');
    return choice.id;
  }

  /** A borrower who has chosen an offer of a lender with this email address. */
  async function newChoice(email: string | null = null) {
    const member = await newBorrower();
    const lender = await newLender({ email });
    const offer = await newOffer({ lender });
    return { ...member, lender, offer, choice: await chooseShown(member.id, offer) };
  }

  /** A borrower whose lender has received the choice. */
  async function newSent(email: string | null = null) {
    const chosen = await newChoice(email);
    for (const step of ['send_to_lender', 'details_sent']) {
      await people.operate(step, chosen.choice);
    }
    return chosen;
  }

  const addMatch = async (member: string, change: Row = {}) => {
    const given: Row = {
      p_user_id: member,
      p_lender: 'City Bank',
      p_rate: 9.4,
      p_charges: 1_000_000,
      p_valid_until: await day(20),
      p_size: 1000,
      p_type: 'application/pdf',
      ...change,
    };
    return one<{ id: string; file: string; path: string }>(
      `select public.add_rate_match(${named(given)})`,
      Object.values(given),
    );
  };

  const publishTonight = () => one<number>('select public.publish_loan_groups()');
  /** Publishes in a night that is a week or more after the last figures. */
  async function publish(): Promise<number> {
    await query(
      "update private.loan_group_publications set published_at = published_at - interval '7 days'",
    );
    return publishTonight();
  }

  return {
    ...people,
    month,
    courseStarts,
    join,
    newBorrower,
    mine,
    leave,
    choose,
    chooseShown,
    takeBack,
    takeConsentBack,
    takeMatchBack,
    newLender,
    newOffer,
    newChoice,
    newSent,
    addMatch,
    publish,
    publishTonight,
  };
}

/** Asks once and remembers the answer. */
function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let answer: Promise<Value> | undefined;
  return () => (answer ??= ask());
}
