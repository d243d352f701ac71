import { accountLinkPage, accountLinkStart, type AccountLink } from '../../../src/domain/links.ts';
import { renderMail, letterheadOf, type MailContent } from './render.ts';

// The account service sends these emails. It cannot run our code and only fills in placeholders in HTML files, so `npm
// run templates` writes those files to supabase/templates/.

const email = '{{ .Email }}';
const newEmail = '{{ .NewEmail }}';

/** An email with a button, and with the link to copy, because some mail programs block buttons. */
function withLink(
  { paragraph, ...content }: Omit<MailContent, 'blocks'> & { paragraph: string },
  button: string,
  type: AccountLink,
  note: string,
): MailContent {
  const href = `{{ .SiteURL }}${accountLinkPage(type)}${accountLinkStart}{{ .TokenHash }}&type=${type}`;
  return {
    ...content,
    blocks: [
      paragraph,
      { button, href },
      {
        note: 'You can use the link once, within one hour. If the button does not work, copy this address into your browser:',
        link: { label: href, href },
      },
      { note },
    ],
  };
}

const authMails = (name: string) =>
  ({
    confirmation: withLink(
      {
        subject: `Confirm your email for ${name}`,
        preview: `One click confirms your email for ${name}.`,
        heading: 'Welcome to the circle',
        paragraph: `Thank you for joining ${name}. Please confirm that ${email} is your address, so that we can reach you about your mock interviews and your loan offers.`,
      },
      'Confirm my email',
      'email',
      'Didn’t sign up? Ignore this email: unless you confirm, we will not use this address or write to it again.',
    ),
    recovery: withLink(
      {
        subject: `Set a new password for ${name}`,
        preview: `Choose a new password for your ${name} account.`,
        heading: 'Set a new password',
        paragraph: `Someone, hopefully you, asked to reset the password for the ${name} account ${email}. Choose a new one here and you are back in.`,
      },
      'Choose a new password',
      'recovery',
      'Didn’t ask for this? Ignore this email and your password stays the same: no one can change it without this link.',
    ),
    email_change: withLink(
      {
        subject: `Confirm your new email for ${name}`,
        preview: `Confirm your new email for ${name}.`,
        heading: 'Confirm your new email',
        paragraph: `You asked to use ${newEmail} for your ${name} account instead of ${email}. Once you confirm, we will write to the new address.`,
      },
      'Confirm the change',
      'email_change',
      `Didn’t ask for this? Ignore this email and your account keeps its address. If ${email} is your account, log in and change your password: someone else may know it.`,
    ),
  }) satisfies Record<string, MailContent>;

/** The account service's emails, by template name. */
export function authTemplates(name: string): Record<string, { subject: string; html: string }> {
  return Object.fromEntries(
    Object.entries(authMails(name)).map(([kind, mail]) => [
      kind,
      { subject: mail.subject, html: renderMail(mail, letterheadOf(name)).html },
    ]),
  );
}
