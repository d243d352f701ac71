/** What emails say: typed names, HTML and plain text, and the wording of each kind. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { convert } from 'html-to-text';
import { parse as parseToml } from 'smol-toml';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { loanTemplates } from '../../functions/_lib/mail/loan-templates.ts';
import { mentorTemplates } from '../../functions/_lib/mail/mentor-templates.ts';
import { mailsOnDesk } from '../../src/features/desk/state-words.ts';
import { templates } from '../../functions/_lib/mail/all-templates.ts';
import { authTemplates } from '../../functions/_lib/mail/auth-templates.ts';
import { escapeHtml, nameForMail, withoutAddresses } from '../../functions/_lib/mail/clean.ts';
import { renderMail, type MailContent } from '../../functions/_lib/mail/render.ts';
import { cleanText } from '../../src/domain/words/typed-text.ts';
import { memberPages } from '../../src/domain/member-pages.ts';
import { runs } from '../runs.ts';
import { names, unseen } from '../samples/typed.ts';
import { letterhead, mailedToken, recipient, samples, seller, siteUrl, written } from './mails.ts';

/** What a reader sees in the HTML. */
const readHtml = (html: string) =>
  convert(html, {
    wordwrap: false,
    selectors: [{ selector: 'a', options: { ignoreHref: true } }],
  });

const flat = (words: string) => words.replaceAll(/\s+/g, '').toLowerCase();

const authMail = v.object({ subject: v.string(), content_path: v.string() });

describe('printing a name typed by a member', () => {
  test.each([
    ['Asha', 'Asha'],
    ['  Asha   Rao ', 'Asha Rao'],
    ['अनन्या', 'अनन्या'],
    ['Dr. A. P. Rao', 'Dr. A. P. Rao'],
    ["Anne-Marie O'Neil", "Anne-Marie O'Neil"],
    ['https://evil.com/x', 'https evil com x'],
    ['evil.com', 'evil com'],
    ['www.evil.com', 'www evil com'],
    ['a@evil.com', 'a evil com'],
    ['Asha\r\nBcc: x@example.com', 'Asha Bcc x example com'],
    ['<b>Asha</b>', 'b Asha b'],
    ['Call +91 98765 43210', 'Call'],
    ['\u202Ehsa', 'hsa'],
  ])('§19.7 the typed name %j is printed as %j', (typed, shown) => {
    expect(nameForMail(typed)).toBe(shown);
  });

  test.each(names)('§5.52 §19.7 the name %s is printed with its joining characters', (name) => {
    expect(nameForMail(name)).toBe(name.normalize());
  });

  test.each([...unseen, '12345', '…', '☎️'])('§19.7 %j does not count as a name', (typed) => {
    expect(nameForMail(typed)).toBeUndefined();
  });

  test('§19.7 a printed name never contains a link, a header or markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (typed) => {
        const name = nameForMail(typed) ?? 'x';
        expect(name).toMatch(/^[\p{L}\p{M}\p{Join_C}'’.\- ]+$/u);
        expect(name).not.toMatch(/\.\S/);
        expect(name).toBe(name.trim());
      }),
      runs(500),
    );
    expect([...(nameForMail('a'.repeat(5000)) ?? '')]).toHaveLength(40);
  });
});

test('§19.7 an email header is cut to a single line', () => {
  expect(cleanText('Hello\r\nBcc: x@example.com\u2028\tyou ')).toBe('Hello Bcc: x@example.com you');
});

test('§19.7 a mail server’s reply is stored without email addresses', () => {
  expect(withoutAddresses('550 5.1.1 <asha@example.com>: unknown\r\nuser asha@example.com')).toBe(
    '550 5.1.1 (address) unknown user (address)',
  );
  expect(withoutAddresses('x'.repeat(9000))).toHaveLength(200);
});

test('§19.8 an email says the same in HTML and in plain text, and neither contains typed markup', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z<>&"' ]*[a-z]$/), { minLength: 7, maxLength: 7 }),
      (words) => {
        const [
          subject = '',
          heading = '',
          paragraph = '',
          term = '',
          value = '',
          note = '',
          step = '',
        ] = words;
        const content: MailContent = {
          subject,
          preview: '',
          heading,
          blocks: [
            paragraph,
            { rows: [[term, value]] },
            { button: 'Go', href: `${siteUrl}/?a=1&b=2` },
            { steps: [{ says: step, link: { label: 'more', href: siteUrl } }] },
            { note, link: { label: 'more', href: siteUrl } },
          ],
        };
        const { html, text } = renderMail(content, letterhead);
        const read = readHtml(html);
        for (const word of [heading, paragraph, term, value, note, step]) {
          expect(flat(text)).toContain(flat(word));
          expect(flat(read)).toContain(flat(word));
          if (/[<>]/.test(word)) expect(html).not.toContain(`>${word}<`);
        }
        expect(html).toContain('?a=1&amp;b=2');
        expect(text).toContain('?a=1&b=2');
      },
    ),
    runs(50),
  );
  expect(escapeHtml(`<a href="x">'&'</a>`)).toBe(
    '&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;',
  );
});

test('§19.8 a sentence that ends in a link keeps its full stop, and a link on its own does not have one', () => {
  const link = { label: 'more', href: siteUrl };
  const blocks = [
    { note: 'See', link },
    { note: 'A member?', link },
  ];
  const { html } = renderMail({ subject: '', preview: '', heading: '', blocks }, letterhead);
  expect(html).toMatch(/>See <a [^>]*>more<\/a>\.<\/p>/);
  expect(html).toMatch(/>A member\? <a [^>]*>more<\/a><\/p>/);
});

test('every kind of email has a sample and the desk’s words, and neither has another kind', () => {
  expect(Object.keys(samples).toSorted()).toEqual(Object.keys(templates).toSorted());
  expect(Object.keys(mailsOnDesk).toSorted()).toEqual(Object.keys(templates).toSorted());
});

test.each(Object.keys(templates))(
  '§19.8 §15.69 the %s email is complete and does not load anything',
  (kind) => {
    const { subject, preview, heading, html, text } = written(kind);
    expect(subject).not.toBe('');
    expect(preview).not.toBe('');
    // The email quotes a message exactly as typed.
    if (kind !== 'message_for_support') expect(text).not.toMatch(/<\/?[a-z]/);
    expect(text).not.toMatch(/undefined|null|NaN/);
    expect(html).not.toMatch(/<(?:img|link|script|style)|undefined|null|NaN|url\(/);
    expect(flat(readHtml(html))).toContain(flat(heading));
    const isMentors = kind in mentorTemplates;
    if (!isMentors) expect(html + text).not.toContain('meet.example.com');
    for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) {
      const link = href.replaceAll('&amp;', '&');
      if (link === `mailto:${seller.email}`) continue;
      expect(text).toContain(link);
      if (isMentors && link === 'https://meet.example.com/meera') continue;
      if (kind === 'session_booked' && link.startsWith('https://calendar.google.com/')) continue;
      expect(link).toMatch(/^https:\/\/www\.example\.org\//);
      if (kind in loanTemplates) expect(link).toBe(`${siteUrl}/dashboard/loan`);
    }
  },
);

test('§19.8 the account service’s emails are up to date: npm run templates', () => {
  const config = parseToml(readFileSync('supabase/config.toml', 'utf8'));
  const configured = v.parse(
    v.object({ auth: v.object({ email: v.object({ template: v.record(v.string(), authMail) }) }) }),
    config,
  ).auth.email.template;
  expect(
    Object.fromEntries(
      Object.entries(configured).map(([kind, { subject, content_path: path }]) => [
        kind,
        { subject, html: readFileSync(path, 'utf8') },
      ]),
    ),
  ).toEqual(authTemplates(seller.name));
});

describe('the receipt email', () => {
  test('§19.7 a visitor’s receipt matches the receipt on /success and says how to keep the pack', () => {
    const { subject, text, html } = written('receipt');
    expect(subject).toBe('Your receipt from AdmitCircle: Super Value Pack');
    for (const line of [
      'Order number: AC-00000000\n',
      // In India the next day has already begun.
      'Date: 23 November 2026',
      'Bought by: asha@example.com',
      'Pack: Super Value Pack: 5 mock interviews or GDs, 2 persons',
      'Amount: Rs 2399',
      'Paid by: UPI',
      'Payment reference: pay_ABC123',
      `Seller: ${seller.legalName}, ${seller.address}`,
      'GSTIN: 29ABCDE1234F1Z5',
      `Contact: ${seller.email}, ${seller.phone}`,
      'Sign up with this email to keep your pack',
      `${siteUrl}/signup?from=purchase#pack=${mailedToken}&reference=pay_ABC123&to=asha%40example.com`,
      `${siteUrl}${memberPages.main}#pack=${mailedToken}&reference=pay_ABC123`,
      `${siteUrl}/success?reference=pay_ABC123`,
    ]) {
      expect(text).toContain(line);
    }
    expect(text.indexOf('/signup'), 'the button is above the receipt').toBeLessThan(
      text.indexOf('Pack: '),
    );
    expect(text, 'the pack comes first').toMatch(/Pack: .*\nAmount: .*\nDate: .*\nOrder number: /);
    expect(html).toContain(`<a href="mailto:${seller.email}"`);
    expect(html, 'a long address breaks after its signs').toContain('>asha@<wbr>example.<wbr>com<');
    expect(text).not.toContain('Refunded');
  });

  test('§15.75 a resent receipt does not contain a link with a token, and says how else to get the pack', () => {
    const { text } = written('receipt', { token: undefined });
    expect(text).toContain('Sign up and verify your email');
    expect(text).toContain(`${siteUrl}/signup?from=purchase`);
    expect(text).not.toContain('#');
  });

  test('§19.7 a member’s receipt greets the member by name and links to booking', () => {
    const { text } = written('receipt', {
      user_id: 'u',
      name: 'Asha evil.com\nRao',
      amount: 62_900,
      discount: 7000,
      refunded: 10000,
    });
    expect(text).toContain('Hello Asha evil com Rao. We have received your payment.');
    expect(text).toContain('Bought by: Asha evil com Rao, asha@example.com');
    expect(text, '§8.37').toContain('Discount: Rs 70 off Rs 699');
    expect(text).toContain('Refunded: Rs 100');
    expect(text).toContain(`${siteUrl}${memberPages.sessions}#book`);
    expect(text).not.toMatch(/sign up/i);
  });

  test('§19.7 a receipt leaves out a missing tax number or method, and names an unknown pack', () => {
    const sold = { pack: 'gone', method: null, reference: 'UTR1234' };
    const { text } = written('receipt', sold, { ...seller, taxNumber: '' });
    expect(text).not.toMatch(/GSTIN|Paid by/);
    expect(text, 'a purchase recorded by hand has no page').not.toContain('/success');
    expect(text).toContain('Pack: gone');
  });
});

test('§18.92 a reply from support keeps its paragraphs and does not contain working markup', () => {
  const { subject, html, text } = written('message_answered', {
    answer: 'In June.\nSee https://www.iimcat.ac.in <b>\n\nYours, Meera',
  });
  expect(subject).toBe('Our answer to your message 1042');
  expect(text).toContain(
    'In June.\n\nSee https://www.iimcat.ac.in <b>\n\nYours, Meera\n\nNumber: 1042',
  );
  expect(html).toContain('>See https://www.iimcat.ac.in &lt;b&gt;</p>');
  expect(html).not.toContain('href="https://www.iimcat');
});

test('§18.93 members can unsubscribe from an announcement unless it is mandatory, and a test is labelled as a test', () => {
  const link = `${siteUrl}/unsubscribe#unsubscribe=${mailedToken}`;
  const mail = written('announcement');
  const oneClick = `${siteUrl}/api/unsubscribe?unsubscribe=${mailedToken}`;
  expect([mail.subject, mail.unsubscribe]).toEqual(['The new season', oneClick]);
  expect(mail.text).toContain('It begins in June.\n\nBook early.\n\nYou get this');
  expect(mail.html).toContain(`href="${link}"`);
  const duty = written('announcement', { is_duty: true });
  expect(duty.unsubscribe).toBeUndefined();
  expect(duty.text).not.toMatch(/unsubscribe/i);
  expect(written('announcement', { is_test: true }).subject).toBe('Test: The new season');
});

test.each(Object.keys(templates))(
  '§19.18 the %s email has no more than one button, and up to 90 words before its details',
  (kind) => {
    const { heading, blocks } = written(kind);
    const sorts = blocks.map((block) =>
      typeof block === 'string' ? 'text' : Object.keys(block)[0],
    );
    const details = sorts.findIndex((sort = '') =>
      ['rows', 'steps', 'quote', 'heading'].includes(sort),
    );
    const before = blocks.slice(0, details === -1 ? undefined : details);
    const said = before.flatMap((block) =>
      typeof block === 'string' ? block : Object.values(block),
    );
    expect([heading, ...said].join(' ').split(/\s+/).length).toBeLessThanOrEqual(90);
    expect(sorts.filter((sort) => sort === 'button').length).toBeLessThanOrEqual(1);
  },
);

test('§19.15 the email about a changed password says when it changed, and what to do if the member did not change it', () => {
  const { text } = written('password_changed');
  expect(text).toContain(
    `password for ${recipient} was changed on 22 November 2026, 10:04 am (India time)`,
  );
  expect(text).toContain(`${siteUrl}/forgotpassword`);
  expect(text).toContain(seller.email);
});

test('§18.82 §18.83 emails about an address change have their token in the link’s fragment, or have no token', () => {
  const link = (token: string) => `${siteUrl}/dashboard/settings#email_token=${token}`;
  const old = written('email_change_old').text;
  expect(old).toContain('change its email to new@example.com');
  expect(old).toContain(link('a1'));
  const wanted = written('email_change_new').text;
  expect(wanted).toContain(link('b2'));
  expect(wanted, 'a stranger may read this email').not.toContain('Asha');
  expect(written('email_change_taken').text).not.toMatch(/token/);
});

test('§18.35 the email about a closed account says what is erased and what stays in our accounts', () => {
  const { text } = written('account_closed');
  expect(text).toContain('closed on 22 November 2026, 10:04 am (India time)');
  expect(text).toContain('keep orders and payments');
  expect(text).toContain('We erase your address with it');
});

test('§18.95 after an account closes, emails about pending money neither claim to be the last nor link to account pages', () => {
  const { text } = written('account_closed', { money_moves: true });
  expect(text).toContain('another payment of yours may arrive. We will send that money back');
  expect(text).not.toContain('We erase your address with it');
  expect(written('payment_after_closing').text).toMatch(/Amount:? Rs 699[^]*Payment:? pay_1/);
  expect(written('refund_paid').text).toContain('See your request');
  expect(written('refund_paid', { user_id: null }).text).not.toContain('See your request');
});

test.each([
  ['session_booked', { starts_at: 'soon' }],
  ['mentor_booked', { meeting_url: 'javascript:alert(1)' }],
  ['loan_step', { state: 'lost' }],
  ['loan_chosen', { offer_valid_until: 'soon' }],
  ['lender_stop', { reference: 'Asha' }],
  ['refund_declined', { reason: null }],
  ['refund_approved', { pay_by: null }],
])('the %s email with %j is refused instead of being sent with gaps', (kind, changes) => {
  expect(() => written(kind, changes)).toThrow();
});
