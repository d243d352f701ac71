import * as v from 'valibot';
import { linkAddress, oneClickAddress } from '../../../src/domain/links.ts';
import { emailPattern } from '../../../src/domain/account/account-rules.ts';
import { formatDay } from '../../../src/domain/words/dates.ts';
import { day } from '../../../src/domain/schema.ts';
import { template, typed, type Templates } from './template.ts';

// Emails about messages from the form on /contact (§18.13).

const entries = {
  message: v.number(),
  about: v.picklist(['question', 'complaint']),
  settle_by: day,
};

/** Emails about messages from the form on /contact, and announcements; one template per kind. */
export const messageTemplates: Templates = {
  // Quotes the message only to a verified address: otherwise anyone could use us to write to a stranger.
  message_received: template(
    { ...entries, body: v.nullish(v.string()) },
    ({ message, about, settle_by, body }, { seller, siteUrl }) => {
      const isComplaint = about === 'complaint';
      return {
        subject: `Your ${about} to ${seller.name}: number ${message}`,
        preview: isComplaint
          ? `We will settle it by ${formatDay(settle_by)} at the latest.`
          : 'One of our team will reply to this address.',
        heading: isComplaint ? 'We have received your complaint' : 'We have received your question',
        blocks: [
          isComplaint
            ? `This email acknowledges your complaint, number ${message}. We will settle it by ${formatDay(settle_by)} at the latest, and write to you at this address.`
            : `Your message number is ${message}. One of our team will reply to this address.`,
          ...(body ? ['You wrote:', { quote: body }] : []),
          'Something to add? Reply to this email and keep the number in the subject.',
          {
            note: 'Didn’t write to us? Someone entered your address by mistake, and you don’t need to do anything. For how we keep messages, see our',
            link: { label: 'privacy policy', href: `${siteUrl}/privacypolicy` },
          },
        ],
      };
    },
  ),
  // An operator wrote the answer, so the email prints it unchanged.
  message_answered: template(
    { message: v.number(), answer: v.string() },
    ({ message, answer }, { siteUrl }) => ({
      subject: `Our answer to your message ${message}`,
      preview: answer.split('\n')[0] ?? '',
      heading: 'Our answer to your message',
      blocks: [
        ...answer.split(/\n+/),
        { rows: [['Number', String(message)]] },
        'Something to add? Reply to this email and keep the number in the subject.',
        {
          note: 'For how we keep messages, see our',
          link: { label: 'privacy policy', href: `${siteUrl}/privacypolicy` },
        },
      ],
    }),
  ),
  // An operator wrote this text, so the email prints it unchanged.
  announcement: template(
    {
      subject: v.string(),
      body: v.string(),
      is_duty: v.boolean(),
      is_test: v.optional(v.boolean(), false),
      token: v.string(),
    },
    ({ subject, body, is_duty, is_test, token }, { siteUrl, seller }) => {
      const why = `You get this as a member of ${seller.name}`;
      return {
        subject: is_test ? `Test: ${subject}` : subject,
        preview: body.split('\n')[0] ?? '',
        heading: subject,
        blocks: [
          ...body.split(/\n+/),
          is_duty
            ? { note: `${why}, because it is about your account.` }
            : {
                note: `${why}.`,
                link: { label: 'Unsubscribe', href: linkAddress(siteUrl, 'unsubscribe', token) },
              },
        ],
        ...(!is_duty && { unsubscribe: oneClickAddress(siteUrl, 'unsubscribe', token) }),
      };
    },
  ),
  message_for_support: template(
    {
      ...entries,
      name: v.string(),
      email: v.pipe(v.string(), v.regex(emailPattern)),
      body: v.string(),
      is_member: v.boolean(),
    },
    ({ message, about, settle_by, name, email, body, is_member }, { seller }) => {
      const subject = `${about === 'complaint' ? 'Complaint' : 'Question'} ${message} to ${seller.name}`;
      return {
        subject,
        preview: 'Your reply to this email goes to the sender.',
        heading: subject,
        replyTo: email,
        blocks: [
          {
            rows: [
              ['Name', typed(name, 'cannot be printed')],
              ['Address', email],
              ['Logged in', is_member ? 'yes' : 'no, so the address is not verified'],
              ...(about === 'complaint' ? [['Resolve by', formatDay(settle_by)] as const] : []),
            ],
          },
          { quote: body },
          {
            note: `Answer under 'Messages' on the desk. Or reply to this email (your reply goes to the sender), then select 'Record answer by mail' on the desk. Take care with links in the message.`,
          },
        ],
      };
    },
  ),
};
