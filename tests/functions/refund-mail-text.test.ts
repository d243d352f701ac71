import { expect, test } from 'vitest';
import { deliver } from '../../functions/_lib/mail/delivery.ts';
import { supportRecipient } from '../../functions/_lib/mail/outbox.ts';
import { refundTemplates } from '../../functions/_lib/mail/refund-templates.ts';
import type { OutgoingMail } from '../../functions/_lib/mail/server.ts';
import { mentorLink, samples, seller, siteUrl, written, sender } from './mails.ts';

test.for(Object.keys(refundTemplates))(
  '§19.8 the %s email shows the request’s number and amount, and links to the request',
  (kind) => {
    const { html, text } = written(kind);
    expect(text).toContain('Request: R-10001');
    expect(text).toContain('Amount: Rs 1439.40');
    const request = `href="${siteUrl}/dashboard/refunds?request=R-10001"`;
    expect(html.includes(request)).toBe(kind !== 'refund_to_decide');
  },
);

test('§17.15 the first email promises a date for our decision, and the second a date for the money', () => {
  expect(written('refund_asked').text).toContain('We will decide by 13 December 2026');
  const { preview, text } = written('refund_approved');
  for (const words of [preview, text])
    expect(words).toMatch(/today, or by 30 December 2026 at the latest/);
});

test('§17.72 a member who sends an offer is congratulated', () => {
  expect(written('refund_asked', { kind: 'offer' }).text).toContain(
    'Congratulations on your offer!',
  );
  expect(written('refund_asked').text).not.toContain('Congratulations');
});

test('§17.32 the refund of a mistaken payment is not called an approved request', () => {
  const { subject, text } = written('refund_approved', { kind: 'mistake', sessions: 0 });
  expect(subject).toBe('We are refunding Rs 1439.40');
  expect(text).toContain('We are refunding your payment');
  expect(text).toContain('This payment reached us by mistake. We will send Rs 1439.40');
  expect(text).toContain('You keep every session.');
});

test('§17.6 a request for one session puts only that session on hold', () => {
  const whole = 'you cannot book with this pack';
  expect(written('refund_asked').text).toContain(whole);
  const one = written('refund_asked', { kind: 'session' }).text;
  expect(one).toContain('Your other sessions stay as they are');
  const only = written('refund_asked', { kind: 'session', pack: 'single' }).text;
  expect(only, 'the pack has no others').not.toContain('other sessions');
  expect(one).not.toContain(whole);
});

test('§17.16 the email about one session says which, and of a session that took place only what it leaves alone', () => {
  const session = { kind: 'interview', mentor: 'Meera', starts_at: '2026-11-27T04:30:00Z' };
  const asked = { kind: 'session', session, sessions: 1 };
  const held = written('refund_asked', { ...asked, unused: 0 }).text;
  expect(held).toContain(
    'Session: Mock interview with Meera, Friday 27 November, 10:00 am (India time)',
  );
  expect(held).not.toContain('Until we decide, you cannot');
  const calledOff = written('refund_asked', { ...asked, unused: 1 }).text;
  expect(calledOff).toContain('Until we decide, you cannot book this session again.');
  expect(written('refund_asked').text).not.toContain('Session:');
});

test('§17.16 the emails name the account that the buyer paid with, if we know it', () => {
  expect(written('refund_approved').text).toContain('to the UPI address you paid with.');
  expect(written('refund_approved', { method: 'emi' }).text).toContain('the card you paid with.');
  for (const method of [null, 'a new one']) {
    expect(written('refund_approved', { method }).text).toContain(
      'to the card, UPI address, bank account or wallet you paid with.',
    );
  }
  expect(written('refund_paid').text).toContain(
    'We have sent Rs 1439.40 to the UPI address you paid with.',
  );
});

test('§17.16 the team’s email links to the desk’s money screen and does not cite a guide', () => {
  const { text } = written('refund_to_decide');
  expect(text).toContain('/desk?screen=money');
  expect(text).not.toContain('docs/');
});

test('§17.5 only the email about an ordinary request says that bookings have been cancelled', () => {
  expect(written('refund_asked').text).toContain('cancelled bookings stay cancelled');
  const offer = written('refund_asked', { kind: 'offer' }).text;
  expect(offer).toContain('your bookings stay until we pay.');
  expect(offer).not.toContain('cancelled bookings');
});

test.for([
  [{}, 'You can use these sessions again'],
  [{ kind: 'session', unused: 1, left: 1 }, 'You can use the session again'],
  [{ kind: 'session', unused: 0 }, 'Your session stays as it is'],
  [{ kind: 'offer', unused: 0, left: 2 }, 'You can book with this pack again'],
  [{ kind: 'offer', unused: 0, left: 0 }, 'Your pack stays as it is'],
  [{ kind: 'discount', unused: 0 }, 'Your sessions stay as they are'],
  [{ kind: 'mistake', unused: 0 }, 'Your sessions stay as they are'],
  // The money was refunded by hand.
  [{ left: 2 }, 'Your dashboard shows what is left in your pack'],
  [{ was_approved: true }, 'Your dashboard shows what is left in your pack'],
] as const)(
  '§17.5 the email about a request %j that ends without a refund says which sessions the member has',
  ([change, words]) => {
    const isOurs = words.includes('use the');
    for (const kind of ['refund_declined', 'refund_taken_back']) {
      const { text, preview } = written(kind, change);
      expect(text, kind).toContain(words);
      expect(/use the(?:se)? sessions? again/.test(preview + text), kind).toBe(isOurs);
    }
  },
);

test('§17.22 a request that was approved and later declined is not described as refused from the start', () => {
  expect(written('refund_declined').text).toContain(
    'looked at your request and cannot approve it.',
  );
  const { text } = written('refund_declined', { was_approved: true });
  expect(text).toContain('We approved your request, but cannot pay it after all.');
  expect(text).not.toContain('cannot approve');
});

test('§17.23 the email about a bank transfer does not guess why the refund failed', () => {
  const { preview, text } = written('refund_by_transfer');
  expect(preview).toMatch(/^We cannot send it the way you paid\./);
  expect(text, 'the page gives the same date').toContain('transfer the money by 30 December 2026');
  expect(preview + text).not.toContain('too old');
});

test('§17.16 a reason, a list and a transfer’s reference are quoted unchanged', () => {
  expect(written('refund_declined').text).toContain(
    'The reason: The letter is of another programme.',
  );
  expect(written('refund_needs_more').text).toContain('- the page with the date');
  expect(written('refund_paid', { transfer_reference: 'UTR <1>' }).html).toContain('UTR &lt;1&gt;');
});

test('§19.7 a name that is a link is left out', () => {
  expect(written('refund_paid', { name: 'evil.com' }).html).not.toContain('evil.com');
});

test('§17.16 an email for support goes to the support address', async () => {
  const sent: OutgoingMail[] = [];
  const mail = {
    id: '1',
    lease: '2',
    kind: 'refund_to_decide',
    recipient: supportRecipient,
    payload: samples['refund_to_decide'],
  };
  const left = [mail];
  const done = await deliver(
    {
      claim: () => Promise.resolve(left.splice(0)),
      sent: () => Promise.resolve(),
      failed: () => Promise.resolve('waiting' as const),
    },
    (outgoing) => {
      sent.push(outgoing);
      return Promise.resolve();
    },
    { siteUrl, seller, sender, mentorLink, enough: new AbortController().signal },
  );
  expect(done).toMatchObject({ sent: 1 });
  expect(sent.map(({ to }) => to)).toEqual([seller.email]);
});
