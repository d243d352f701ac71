import * as v from 'valibot';
import { packName } from '../../../src/domain/packs/packs.ts';
import { lasting } from '../../../src/domain/periods.ts';
import { formatMoment } from '../../../src/domain/words/dates.ts';
import { moment } from '../../../src/domain/schema.ts';
import { formatPaise } from '../../../src/domain/words/money.ts';
import { linkAddress } from '../../../src/domain/links.ts';
import { payersAccount } from '../../../src/domain/refunds/refund.ts';
import { optionalText, letter, question, template, type Templates } from './template.ts';

const change = { address: v.string(), token: v.string(), expires_at: moment };

/** Emails about closing an account and changing its email address, one template per kind. */
export const rightsTemplates: Templates = {
  account_closed: template(
    { closed_at: moment, money_moves: v.optional(v.boolean(), false) },
    (closed, { siteUrl, seller }) => ({
      subject: `Your ${seller.name} account is closed`,
      preview: 'We have erased your profile, files and requests.',
      heading: 'Your account is closed',
      blocks: [
        `Your account was closed on ${formatMoment(closed.closed_at)}. We have erased your profile, files, upcoming sessions and loan requests, and told everyone who was going to meet you. We have told any lender that had your details to stop using them.`,
        { heading: 'What we keep' },
        'The law requires us to keep orders and payments. They stay in our accounts without your name, address and number.',
        closed.money_moves
          ? 'We may still owe you money, or another payment of yours may arrive. We will send that money back, and keep your email to write to you about it.'
          : 'If a refund was under way, we will still pay it.',
        {
          note: closed.money_moves
            ? 'Apart from that, this is our last email to you.'
            : 'This is our last email to you. We erase your address with it.',
          link: { label: 'Read the privacy policy', href: `${siteUrl}/privacypolicy` },
        },
        { note: `Not you? Write to ${seller.email} right away.` },
      ],
    }),
  ),
  payment_after_closing: template(
    { reference: v.string(), amount: v.number(), pack: v.string() },
    (payment, context) => ({
      subject: `We are refunding ${formatPaise(payment.amount)}`,
      preview: `Within ${lasting('refund')}, the way you paid. You don’t need to do anything.`,
      heading: 'We are refunding your payment',
      blocks: [
        `Your payment reached us after your account was closed, or for a pack that was already paid for. We will send it back within ${lasting('refund')} to ${payersAccount(null)}. You don’t need to do anything.`,
        {
          rows: [
            ['Pack', packName(payment.pack)],
            ['Amount', formatPaise(payment.amount)],
            ['Payment', payment.reference],
            ['Seller', context.seller.name],
          ],
        },
        { note: 'We keep your email until the money has reached you, and then erase it.' },
        question(context),
      ],
    }),
  ),
  email_change_old: letter(change, (asked, { siteUrl, seller }) => ({
    subject: `Change your ${seller.name} email?`,
    preview: 'Your email changes only once you confirm from both addresses.',
    heading: 'Change your account’s email?',
    says: `Someone who is logged in to your account wants to change its email to ${asked.address}. If that is you, open the link below in the browser where you are logged in, then do the same in our email to the new address.`,
    blocks: [
      { button: 'Change my email', href: linkAddress(siteUrl, 'email_token', asked.token) },
      { note: `The link works until ${formatMoment(asked.expires_at)}.` },
      { heading: 'Not you?' },
      'Without this link, your email stays the same. But someone else is logged in to your account.',
      {
        note: 'To log them out everywhere,',
        link: { label: 'set a new password', href: `${siteUrl}/forgotpassword` },
      },
    ],
  })),
  email_change_new: template(change, (asked, { siteUrl, seller }) => ({
    subject: `Confirm your new ${seller.name} email`,
    preview: 'Your email changes only if you confirm it.',
    heading: 'Is this your new email?',
    blocks: [
      `Someone wants to use ${asked.address} for an account at ${seller.name}. If that is you, open the link below in the browser where you are logged in.`,
      {
        button: 'Confirm this email',
        href: linkAddress(siteUrl, 'email_token', asked.token),
      },
      { note: `The link works until ${formatMoment(asked.expires_at)}.` },
      { note: 'Not you? Ignore this email and your address stays the same.' },
    ],
  })),
  email_change_taken: template({ address: v.string() }, (asked, { siteUrl, seller }) => ({
    subject: `Someone tried to use your ${seller.name} email`,
    preview: 'Your account stays as it is.',
    heading: 'Someone tried to use your email',
    blocks: [
      `Someone tried to use ${asked.address} for another account at ${seller.name}. It already has an account, so we have not changed anything or told them anything.`,
      'Was it you? Then you have two accounts. Log in with this address, or write to us and we will merge them.',
      { button: 'Log in', href: `${siteUrl}/login` },
      { note: `Not you? Then you don’t need to do anything. Questions? Write to ${seller.email}.` },
    ],
  })),
  email_changed: letter({ address: optionalText, changed_at: moment }, (changed, { seller }) => ({
    subject: `Your ${seller.name} email was changed`,
    preview: 'If that was you, you don’t need to do anything.',
    heading: 'Your email was changed',
    says: `Your account’s email was changed${changed.address ? ` to ${changed.address}` : ''} on ${formatMoment(changed.changed_at)}. Log in with the new one from now on; your password stays the same.`,
    blocks: [
      'If that was you, you don’t need to do anything.',
      { note: `Not you? Write to ${seller.email} right away, from this address.` },
    ],
  })),
};
