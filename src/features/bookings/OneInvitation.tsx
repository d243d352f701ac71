import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '../../domain/account/messages.ts';
import { count } from '../../domain/words/count.ts';
import { Check } from '../ui/Check.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form, type FormFailure } from '../ui/Form.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { NewTabLink } from '../ui/NewTabLink.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { showToast } from '../ui/toast.ts';
import { acceptInvitation, sayBookingFailure } from './bookings.ts';
import type { Invitation } from './my-sessions-schema.ts';
import { mySessions } from './my-sessions-store.ts';
import { sharedBy, sharedPack } from './second-person.ts';

/** What a member is told who has accepted an invitation: whose pack it is, and what is left in it. */
function nowShared({ from, sessions }: Pick<Invitation, 'from' | 'sessions'>): string {
  const whose = from === null ? 'this' : `${from}’s`;
  const left = sessions > 0 ? `: ${count(sessions, 'session')} left for the two of you` : '';
  return `You now share ${whose} pack${left}.`;
}

// Long enough to read a whole sentence while the page below changes.
const readable = { duration: 6000 };

async function accept(invitation: Invitation): Promise<FormFailure | undefined> {
  const { order } = invitation;
  try {
    await acceptInvitation(order);
  } catch (refused) {
    const message = sayBookingFailure(refused);
    // The message is also a toast, because an invitation that is no longer open disappears from the page together with
    // its message.
    const isThere =
      mySessions.$data.get().data?.invitations.some((one) => one.order === order) === true;
    showToast('error', message, { announced: isThere });
    return { message };
  }
  showToast('success', nowShared(invitation), readable);
  return undefined;
}

/** An invitation to share a pack, with the terms to be accepted (§15.25). */
export default function OneInvitation({ invitation }: { invitation: Invitation }) {
  const id = useId();
  const heading = sharedBy(invitation);
  const form = useForm({ defaultValues: { terms: false } });
  return (
    <li className="card booking-invitation p-6" aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        <Sentence words={heading} />
      </h2>
      <p>
        <span>{`${sharedPack(invitation)}. You book and cancel your own sessions; payments and receipts stay with `}</span>
        {invitation.from === null ? (
          <span>the buyer</span>
        ) : (
          <bdi translate="no">{invitation.from}</bdi>
        )}
        <span>. The invitation went to </span>
        <MailAddress address={invitation.address} />
        <span>.</span>
      </p>
      <Form
        className="form mt-3 max-w-md"
        legend="Your answer"
        form={form}
        field="terms"
        send={() => accept(invitation)}
        button={{ label: 'Accept the invitation', pending: 'Accepting ...' }}
      >
        <Check {...fieldOf(form, 'terms', { required: messages.termsRequired })}>
          I am at least 18, and I accept the{' '}
          <NewTabLink href="/termsandcondition">Terms and Condition</NewTabLink>.
        </Check>
      </Form>
    </li>
  );
}
