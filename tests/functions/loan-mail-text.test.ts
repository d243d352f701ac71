import { expect, test } from 'vitest';
import { papersFor } from '../../src/domain/loans/loan-request.ts';
import { capitalized } from '../../src/domain/words/capitalized.ts';
import { lender, offer } from '../components/support/samples/loans.ts';
import { mailedToken, recipient, reference, samples, written } from './mails.ts';

test('§14.11 amounts are in rupees with Indian grouping, and dates are written out', () => {
  expect(written('loan_joined').text).toContain('Loan amount: Rs 20,00,000');
  expect(written('loan_joined', { amount: 1_00_00_000_00 }).text).toContain('Rs 1,00,00,000');
  const { text } = written('loan_chosen');
  expect(text).toContain('Interest rate: 9.75% a year, floating');
  expect(text).toContain('Offer valid until: 30 November 2099');
});

test('§16.15 a member with an unverified address is told that the request does not count yet', () => {
  const unverified = written('loan_joined', { token: mailedToken });
  expect(unverified.text).toContain(`One click confirms that ${recipient} is yours.`);
  expect(unverified.subject + unverified.text).not.toMatch(/You are in|You joined/);
  expect(written('loan_joined').text).not.toContain('Verify');
});

test('§16.26 the email about joining says how many lenders have made an offer already', () => {
  const { text } = written('loan_joined', { lenders: 2 });
  expect(text).toContain(
    'Two lenders already have an offer that fits your request. No lender gets your details',
  );
  expect(text).toContain('Compare offers');
  expect(text).not.toContain('We will email you');
  const one = written('loan_joined', { lenders: 1 }).text;
  expect(one).toMatch(
    /One lender already has an offer that fits your request\..*Open your loan page/s,
  );
  expect(written('loan_joined', { lenders: 0 }).text).toContain('email you when there are new');
});

test('§16.58 an email about one new offer does not show a list', () => {
  expect(written('loan_offers').subject).toBe('3 new offers for your MBA loan');
  const one = written('loan_offers', { count: 1 });
  expect(one.subject).toBe('A new offer for your MBA loan');
  expect(one.text).toContain('There is a new offer for the 2027 loan group.');
  expect(one.text).toContain('no more than once a day');
});

test('§16.22 the email about a choice says what the offer costs, and that only the chosen lender gets the details', () => {
  const { text } = written('loan_chosen');
  expect(text).toMatch(/agreed that we pass on your details.*No other lender gets them/s);
  expect(text).toContain('EMI: Rs 32,529, 120 times');
  expect(text).toMatch(
    /Before the EMIs: Nothing for 30 months, then Rs [\d,]+ of interest is added/,
  );
  expect(text).toMatch(
    /Interest: Rs [\d,]+\nCharges: Rs 23,600\nIn total: Rs 39,\d\d,\d{3}\nAPR: \d+\.\d\d% a year\n/,
  );
  expect(text).not.toContain('made up');
  expect(text).toContain('usually within two working days');
});

test('§16.78 the email about a choice says that a sample lender is made up', () => {
  const { text } = written('loan_chosen', {
    terms: offer({ lender: lender({ is_sample: true }) }),
  });
  expect(text).toContain('Lender: Sample Lender One (sample)');
  expect(text).toContain('Sample Lender One is made up');
});

test.for([
  ['with_lender', 'Sample Lender One has your details now', /change the amount/],
  ['sanctioned', 'Sample Lender One has sanctioned your loan', /Before you sign/],
  ['disbursed', 'Sample Lender One has paid out your loan', /between you and the lender/],
  ['expired', 'Sample Lender One’s offer has expired', /no one has them/],
  ['withdrawn', 'Sample Lender One has withdrawn its offer', /choose another/],
  ['declined', 'Sample Lender One has declined your loan request', /choose another offer/],
  ['taken_back', 'You withdrew your choice of Sample Lender One', /tell it to stop/],
] as const)(
  '§16.24 the email about the step %s explains that step and the next one',
  ([state, subject, words]) => {
    const mail = written('loan_step', { state });
    expect(mail.subject).toBe(subject);
    expect(mail.text).toMatch(words);
    expect(mail.text).toContain('Rs 20,00,000');
    expect(mail.text).not.toContain('The reason');
  },
);

test('§16.24 the email about a withdrawn offer says if the lender never got the details', () => {
  const never = 'It never got your details.';
  expect(written('loan_step', { state: 'withdrawn', had_it: false }).text).toContain(never);
  expect(written('loan_step', { state: 'withdrawn', had_it: true }).text).not.toContain(never);
  const sanctioned = written('loan_step', { state: 'withdrawn', was_sanctioned: true });
  expect(sanctioned.subject).toBe('Sample Lender One has withdrawn your sanctioned loan');
  expect(sanctioned.text).toContain('has withdrawn the loan that it had sanctioned.');
});

test('§16.73 the email about a decline says if no other offer is left', () => {
  const { text } = written('loan_step', { state: 'declined', others: 0 });
  expect(text).toContain('No other lender is left to ask for now. You can change your request');
  expect(text).not.toContain('choose another');
});

test('§16.24 the email about a smaller sanction says both amounts', () => {
  const mail = written('loan_step', { state: 'sanctioned', sanctioned: 150_000_000 });
  expect(mail.subject).toBe('Sample Lender One has sanctioned Rs 15 lakh');
  expect(mail.text).toContain('it has sanctioned Rs 15,00,000 of the Rs 20,00,000 you asked for.');
  expect(mail.text).toMatch(/You asked for.*Sanctioned:? Rs 15,00,000/s);
  expect(mail.text).toMatch(
    /sanctioned less than you asked for.*If the amount is not enough, ask the lender/s,
  );
  const whole = written('loan_step', { state: 'sanctioned' }).text;
  expect(whole).not.toMatch(/Sanctioned|less than|not enough/);
  const paid = written('loan_step', { state: 'disbursed', sanctioned: 150_000_000 }).text;
  expect(paid).toMatch(/Paid out:? Rs 15,00,000/);
});

test('§16.25 the email about a withdrawn choice says whether the lender had the details', () => {
  const withdrawn = (had_it: boolean, was_sent = false) =>
    written('loan_step', { state: 'taken_back', had_it, was_sent }).text;
  expect(withdrawn(true, true)).toContain(
    'It already has your details, so we will tell it to stop',
  );
  expect(withdrawn(true)).toContain('It may already have your details, so we will tell it to stop');
  expect(withdrawn(false)).toContain('It never got your details.');
});

test('§16.24 a lender’s reason is quoted unchanged', () => {
  const { text, html } = written('loan_step', { state: 'declined', reason: 'Income < Rs 3 lakh.' });
  expect(text).toContain('The reason: Income < Rs 3 lakh.');
  expect(html).toContain('Income &lt; Rs&nbsp;3 lakh.');
});

test.for([
  ['with_lenders', null, /not your name/],
  ['matched', 9.4, /matched City Bank of Pune’s offer.*9\.4% a year/s],
  ['bettered', 9.25, /beaten City Bank of Pune’s offer.*9\.25% a year/s],
  ['declined', null, /so you should take it/],
  ['taken_back', null, /delete its file/],
] as const)(
  '§16.28 the email about a better offer that is %s says so',
  ([state, answer_rate, words]) => {
    const { text } = written('rate_match_step', { state, answer_rate });
    expect(text).toMatch(words);
    expect(text.includes('Interest rate')).toBe(answer_rate !== null);
  },
);

test('§16.90 §16.93 emails give the date of our answer and list the papers that a lender asks for', () => {
  expect(written('rate_match_sent').text).toContain('Our answer: by 30 November 2026');
  const { text } = written('loan_step', { state: 'with_lender' });
  expect(text).toContain('If you hear nothing within five working days');
  expect(written('loan_step', { state: 'sanctioned' }).text).not.toContain('papers ready');
  for (const kind of ['loan_chosen', 'loan_step']) {
    for (const co_applicant of ['none', 'parent'] as const) {
      const list = papersFor(co_applicant).map((paper) => `- ${capitalized(paper)}`);
      const mail = written(kind, { co_applicant });
      expect(mail.text).toContain(`Have these papers ready:\n\n${list.join('\n')}\n\n`);
      expect(mail.html).toContain('<li style="margin: 0 0 12px">Your admission letter');
    }
    expect(written(kind).text, 'queued earlier').toContain('yours and your co-applicant’s');
  }
});

test('§16.28 a member can choose a lender that matched or beat the better offer like any other lender', () => {
  for (const state of ['matched', 'bettered']) {
    const { text } = written('rate_match_step', { state, answer_rate: 9.4, by: 'Sample Lender' });
    expect(text).toMatch(/Sample Lender has (matched|beaten) City Bank of Pune’s offer/);
    expect(text).toContain('If you have chosen another, withdraw that choice first.');
  }
});

test('§16.56 a member who leaves the group is told that the consent for a paid-out loan stays', () => {
  const { text } = written('loan_left', {});
  expect(text).toContain('except for any loan already paid out');
});

test('§16.25 §16.60 the email telling a lender to stop contains the reference but no personal details', () => {
  const { text, html } = written('lender_stop', samples['loan_step']);
  expect(text).toContain(`Reference: ${reference}`);
  expect(text).toContain('Please stop using their details');
  expect(text + html).not.toMatch(/Asha|asha@|20,00,000/);
});

test('§19.7 a lender’s name typed by a member never becomes a link', () => {
  for (const kind of ['rate_match_sent', 'rate_match_step']) {
    const { html, subject } = written(kind, { lender: 'Win at www.evil.com <b>' });
    expect(html + subject).not.toMatch(/evil\.com|<b>/);
    expect(written(kind, { lender: '123' }).text).toContain('another lender');
  }
  expect(written('loan_joined', { name: 'evil.com' }).html).not.toContain('evil.com');
});
