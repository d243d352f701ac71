import * as v from 'valibot';
import { packName } from '../../../src/domain/packs/packs.ts';
import { lasting } from '../../../src/domain/periods.ts';
import { formatMoment } from '../../../src/domain/words/dates.ts';
import { moment } from '../../../src/domain/schema.ts';
import { formatPaise } from '../../../src/domain/words/money.ts';
import { linkAddress } from '../../../src/domain/links.ts';
import { letter, question, template, type Templates } from './template.ts';

const change = { address: v.string(), token: v.string(), expires_at: moment };

/** Mails about closing an account and changing its email address, by kind. */
export const rightsTemplates: Templates = {
  account_closed: template(
    { closed_at: moment, money_moves: v.optional(v.boolean(), false) },
    (closed, { siteUrl, seller }) => ({
      subject: `Your ${seller.name} account is closed`,
      preview: 'What we kept about you is erased.',
      heading: 'Your account is closed',
      blocks: [
        `Your account was closed on ${formatMoment(closed.closed_at)}. Your profile, files, sessions to come and loan requests are erased, and everyone who was going to meet you has been told. Any lender that had your details has been told to stop using them.`,
        'Orders and payments stay in our books without your name, address and number, because the law requires it. A refund that was under way is still paid.',
        ...(closed.money_moves
          ? [
              `A payment of yours may still arrive, or is to be returned. It buys nothing: the money goes back to you. For that we keep your address, and write to you when something happens.`,
            ]
          : []),
        {
          note: closed.money_moves
            ? 'Otherwise this is our last mail to you.'
            : 'This is our last mail to you, and your address is erased with it.',
          link: { label: 'What the privacy policy says', href: `${siteUrl}/privacypolicy` },
        },
        { note: `Wasn’t you? Write to ${seller.email} right away.` },
      ],
    }),
  ),
  payment_after_closing: template(
    { reference: v.string(), amount: v.number(), pack: v.string() },
    (payment, context) => ({
      subject: `${formatPaise(payment.amount)} goes back to you`,
      preview: 'It reached us after your account was closed.',
      heading: 'Your payment goes back to you',
      blocks: [
        `Your payment reached us after your account was closed, or for a pack that was already paid. We are sending it back within ${lasting('refund')}, to the card, account or wallet you paid with. There is nothing for you to do.`,
        {
          rows: [
            ['Pack', packName(payment.pack)],
            ['Amount', formatPaise(payment.amount)],
            ['Payment', payment.reference],
            ['Seller', context.seller.name],
          ],
        },
        { note: 'We keep your address until the money is back with you, and then erase it.' },
        question(context),
      ],
    }),
  ),
  email_change_old: letter(change, (asked, { siteUrl, seller }) => ({
    subject: `Change your address at ${seller.name}?`,
    preview: 'Nothing changes until both addresses have answered.',
    heading: 'Change the address of your account?',
    says: `Someone who is logged in to your account wants to change its address to ${asked.address}. If that is you, press the button in the browser where you are logged in, and do the same with our mail to the new address.`,
    blocks: [
      { button: 'Yes, change it', href: linkAddress(siteUrl, 'email_token', asked.token) },
      { note: `The link works until ${formatMoment(asked.expires_at)}.` },
      { heading: 'Wasn’t you?' },
      'Nothing changes without this link. But someone is in your account: set a new password, which logs them out everywhere.',
      { button: 'Set a new password', href: `${siteUrl}/forgotpassword` },
    ],
  })),
  email_change_new: template(change, (asked, { siteUrl, seller }) => ({
    subject: `Confirm your new address for ${seller.name}`,
    preview: 'Nothing changes until both addresses have answered.',
    heading: 'Is this your new address?',
    blocks: [
      `Someone wants to use ${asked.address} for an account at ${seller.name}. If that is you, press the button in the browser where you are logged in.`,
      {
        button: 'Yes, this address is mine',
        href: linkAddress(siteUrl, 'email_token', asked.token),
      },
      { note: `The link works until ${formatMoment(asked.expires_at)}.` },
      { note: 'Wasn’t you? Ignore this mail and nothing will change.' },
    ],
  })),
  email_change_taken: template({ address: v.string() }, (asked, { siteUrl, seller }) => ({
    subject: `Your address at ${seller.name}`,
    preview: 'Your account stays as it is.',
    heading: 'Someone tried to use your address',
    blocks: [
      `Someone tried to use ${asked.address} for another account at ${seller.name}. The address already has an account, so nothing happened, and they were not told about it.`,
      'Was it you? Then you have two accounts. Log in with this address, or write to us and we will merge them.',
      { button: 'Log in', href: `${siteUrl}/login` },
      { note: `Wasn’t you? Then there is nothing to do. Questions? Write to ${seller.email}.` },
    ],
  })),
  email_changed: letter({ address: v.string(), changed_at: moment }, (changed, { seller }) => ({
    subject: `Your address at ${seller.name} was changed`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your address was changed',
    says: `The address of your account was changed to ${changed.address} on ${formatMoment(changed.changed_at)}. Log in with the new one from now on; your password is the same.`,
    blocks: [
      'If it was you, there is nothing to do.',
      { note: `Wasn’t you? Write to ${seller.email} right away, from this address.` },
    ],
  })),
};
