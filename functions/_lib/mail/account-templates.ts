import * as v from 'valibot';
import { linkAddress } from '../../../src/domain/links.ts';
import { countInWords } from '../../../src/domain/words/count.ts';
import { formatDay, formatMoment } from '../../../src/domain/words/dates.ts';
import { freeInterviews, keptFor, lasting } from '../../../src/domain/periods.ts';
import { formatPaise } from '../../../src/domain/words/money.ts';
import { paymentMethodName } from '../../../src/domain/payments/orders.ts';
import { packName, packSizes, soldPack } from '../../../src/domain/packs/packs.ts';
import { discountOf, orderNumber, receiptLabels } from '../../../src/domain/payments/receipt.ts';
import { day, moment } from '../../../src/domain/schema.ts';
import { memberPages } from '../../../src/domain/member-pages.ts';
import { toAskFree } from '../../../src/domain/packs/free-interview.ts';
import type { Block } from './render.ts';
import {
  greeting,
  letter,
  optionalText,
  template,
  typed,
  verifyLink,
  type Templates,
} from './template.ts';

/**
 * The part of a receipt that tells a buyer without an account how to claim the pack. A receipt that is sent again does
 * not contain a token.
 */
function keepPack(
  token: string | null,
  reference: string,
  { siteUrl, recipient }: { siteUrl: string; recipient: string },
): Block[] {
  const to = (path: string, more = {}) =>
    token
      ? linkAddress(siteUrl, 'pack', token, { page: path, reference, ...more })
      : siteUrl + path;
  return [
    { heading: 'Sign up with this email to keep your pack' },
    token
      ? `Membership is free. Once you sign up, we add this pack to your account. You can use the link once, within ${lasting('receipt link')}. Whoever opens it first can add the pack, so please do not forward this email.`
      : 'Membership is free. Sign up and verify your email, then add this pack and its receipt to your dashboard.',
    {
      button: token ? 'Sign up and add your pack' : 'Sign up',
      href: to('/signup?from=purchase', { to: recipient }),
    },
    {
      note: 'Already a member?',
      link: token
        ? { label: 'Add the pack to your account', href: to(memberPages.main) }
        : { label: 'Log in', href: `${siteUrl}/login` },
    },
  ];
}

/** Emails about accounts and purchases, and emails to the owner; one template per kind. */
export const accountTemplates: Templates = {
  receipt: template(
    {
      user_id: v.nullable(v.string()),
      name: optionalText,
      number: v.string(),
      pack: v.string(),
      sessions: v.number(),
      persons: v.number(),
      amount: v.number(),
      discount: v.number(),
      refunded: v.number(),
      method: v.nullable(v.string()),
      reference: v.string(),
      paid_at: moment,
      token: optionalText,
    },
    (sold, { siteUrl, seller, recipient }) => {
      const name = packName(sold.pack);
      const isMember = sold.user_id !== null;
      const buyer = typed(sold.name, '');
      const lines: [string, string | undefined][] = [
        [receiptLabels.pack, soldPack(sold)],
        [receiptLabels.amount, formatPaise(sold.amount)],
        [receiptLabels.discount, discountOf(sold)],
        [receiptLabels.refunded, sold.refunded > 0 ? formatPaise(sold.refunded) : undefined],
        [receiptLabels.date, formatDay(sold.paid_at)],
        [receiptLabels.number, orderNumber(sold.number)],
        [receiptLabels.buyer, buyer === '' ? recipient : `${buyer}, ${recipient}`],
        [receiptLabels.method, sold.method === null ? undefined : paymentMethodName(sold.method)],
        [receiptLabels.reference, sold.reference],
        [receiptLabels.seller, `${seller.legalName}, ${seller.address}`],
        [receiptLabels.taxNumber, seller.taxNumber || undefined],
        [receiptLabels.contact, `${seller.email}, ${seller.phone}`],
      ];
      const receipt: Block[] = [
        {
          rows: lines.flatMap(([term, value]) =>
            value === undefined ? [] : [[term, value] as const],
          ),
        },
      ];
      // A purchase recorded by hand has no page.
      if (sold.reference.startsWith('pay_')) {
        const href = `${siteUrl}/success?reference=${encodeURIComponent(sold.reference)}`;
        receipt.push({ note: 'To print it,', link: { label: 'open the receipt', href } });
      }
      return {
        subject: `Your receipt from ${seller.name}: ${name}`,
        preview: `${name}, ${formatPaise(sold.amount)}, paid on ${formatDay(sold.paid_at)}.${isMember ? '' : ' Sign up to use it.'}`,
        heading: 'Thank you for your purchase!',
        blocks: [
          ...(isMember
            ? [
                greeting(
                  sold.name,
                  'We have received your payment. Here is your receipt. It is on your dashboard too.',
                ),
                ...receipt,
                { button: 'Book a session', href: `${siteUrl}${memberPages.sessions}#book` },
              ]
            : [
                'We have received your payment. Your receipt is below.',
                ...keepPack(sold.token, sold.reference, { siteUrl, recipient }),
                { heading: 'Your receipt' },
                ...receipt,
              ]),
          { note: `Any questions, or was this not your purchase? Write to ${seller.email}.` },
        ],
      };
    },
  ),
  welcome: letter(
    { token: optionalText, expires_at: v.optional(moment), has_pack: v.boolean() },
    ({ token, expires_at, has_pack: hasPack }, { siteUrl, seller, recipient }) => ({
      subject: token ? `Verify your email: welcome to ${seller.name}` : `Welcome to ${seller.name}`,
      preview: token ? 'One click verifies your email.' : 'Your account is ready.',
      heading: 'Welcome to the circle',
      says: token
        ? `Your account is ready. One click confirms that ${recipient} is yours, and you are all set.`
        : 'Your account is ready.',
      blocks: [
        ...(token
          ? verifyLink(siteUrl, recipient, token, expires_at)
          : [{ button: 'Open your dashboard', href: `${siteUrl}${memberPages.main}` }]),
        { heading: 'Where would you like to start?' },
        {
          steps: [
            ...(hasPack
              ? [
                  {
                    says: 'Your pack is paid for. Choose a mentor and a time.',
                    link: {
                      label: 'Book your first session',
                      href: `${siteUrl}${memberPages.sessions}#book`,
                    },
                  },
                ]
              : []),
            {
              says: `Practise one interview with a mentor who has been in your place, and get feedback. It is free for the first ${freeInterviews} students.`,
              link: {
                label: 'Get my free interview',
                href: `${siteUrl}${toAskFree}`,
              },
            },
            {
              says: 'Lenders compete for everyone starting a course the same year as you. You pay us nothing and commit to nothing.',
              link: { label: 'Join the loan group', href: `${siteUrl}${memberPages.loan}` },
            },
            ...(hasPack
              ? []
              : [
                  {
                    says: `Book ${packSizes()} mock interviews or group discussions with alumni of top business schools.`,
                    link: { label: 'Choose a pack', href: `${siteUrl}/buy` },
                  },
                ]),
          ],
        },
        {
          note: 'Didn’t sign up? Someone probably typed your address by mistake, and you can ignore this email. To take over the account,',
          link: { label: 'set a new password', href: `${siteUrl}/forgotpassword` },
        },
        { note: `Questions? Write to ${seller.email}, or call ${seller.phone}.` },
      ],
    }),
  ),
  password_changed: letter({ changed_at: moment }, (account, { siteUrl, seller, recipient }) => ({
    subject: `Your ${seller.name} password was changed`,
    preview: 'If that was you, you don’t need to do anything.',
    heading: 'Your password was changed',
    says: `The password for ${recipient} was changed on ${formatMoment(account.changed_at)}.`,
    blocks: [
      'If that was you, you don’t need to do anything.',
      { heading: 'Not you?' },
      `Someone else may be in your account. Set a new password right away, and write to ${seller.email}.`,
      { button: 'Set a new password', href: `${siteUrl}/forgotpassword` },
    ],
  })),
  account_idle: letter({ ends_on: day }, (account, { siteUrl, seller, recipient }) => ({
    subject: `Your ${seller.name} account ends on ${formatDay(account.ends_on)}`,
    preview: 'Log in once to keep it.',
    heading: 'Do you want to keep your account?',
    says: `No one has logged in to the account ${recipient} for ${keptFor('account')}. Our privacy policy says that we erase unused accounts, so we will erase yours after ${formatDay(account.ends_on)}, with its profile, picture and files.`,
    blocks: [
      'Log in once before then and you keep everything.',
      { button: 'Log in and keep my account', href: `${siteUrl}/login` },
      {
        note: `No longer need it? You don’t have to do anything. Questions? Write to ${seller.email}.`,
      },
    ],
  })),
  // Goes to the owner (§19.17). The lines never contain a member's name.
  matters: template({ lines: v.array(v.string()) }, ({ lines }, { siteUrl, seller }) => ({
    subject: `${seller.name}: ${countInWords(lines.length, 'matter')} to look at`,
    preview: lines[0] ?? '',
    heading: 'Please look at this',
    blocks: [
      ...lines,
      { button: 'Open the desk', href: `${siteUrl}/desk` },
      {
        note: `'Today' on the desk at ${new URL(siteUrl).host} lists what is still open, and docs/operations.md says what to do. You get one email for each issue.`,
      },
    ],
  })),
};
