import * as v from 'valibot';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { secondPersonRefusals } from '../../domain/refusals/naming.ts';
import { count } from '../../domain/words/count.ts';
import { AskFirst } from '../ui/AskFirst.tsx';
import { rpc } from '../../lib/member-data.ts';
import { Check } from '../ui/Check.tsx';
import { fieldOf } from '../ui/field-of.ts';
import { Form, type FormFailure } from '../ui/Form.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { NewTabLink } from '../ui/NewTabLink.tsx';
import { Sentence, type Words } from '../ui/Sentence.tsx';
import { showToast } from '../ui/toast.ts';
import { change } from './bookings.ts';
import { sayNamingFailure } from './say-naming-failure.ts';
import type { Invitation } from './my-sessions-schema.ts';
import { mySessions } from './my-sessions-store.ts';
import { sharedBy, sharedPack } from './second-person.ts';

/** What a member is told who has accepted an invitation: whose pack it is, and what is left in it. */
function nowShared({ from, sessions }: Pick<Invitation, 'from' | 'sessions'>): string {
  const whose = from === null ? 'this' : `${from}’s`;
  const left = sessions > 0 ? `: ${count(sessions, 'session')} left for the two of you` : '';
  return `You now share ${whose} pack${left}.`;
}

/** What happens once the member has turned an invitation down. */
function nowDeclined({ from }: Invitation): Words {
  const [before, after] = [
    'You turned down the invitation. We show ',
    ' that you do not want to share the pack. You can be invited again.',
  ];
  return from === null ? `${before}the buyer${after}` : [before, from, after];
}

// Here and not with the other calls, because few members are invited.
const acceptInvitation = (order: string) =>
  change(() => rpc('accept_second_person', { p_order: order, p_terms: true }, v.unknown()));

const declineInvitation = (order: string) =>
  change(() => rpc('decline_second_person', { p_order: order }, v.unknown()));

// Long enough to read a whole sentence while the page below changes.
const readable = { duration: 6000 };

async function accept(invitation: Invitation): Promise<FormFailure | undefined> {
  const { order } = invitation;
  try {
    await acceptInvitation(order);
  } catch (refused) {
    const message = sayNamingFailure(refused);
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

type OneInvitationProps = {
  invitation: Invitation;
  /** The version of the terms that are in force. */
  terms: string;
  /** Called when the answer is stored, with the ids of the sections to go to: the first that is on the page. */
  goTo: (...ids: string[]) => void;
  /** Called when the member has turned the invitation down, with what happens now. */
  onDeclined: (said: Words) => void;
};

/** An invitation to share a pack. Asks for the terms unless the member has accepted this version already (§15.25). */
export default function OneInvitation({ invitation, terms, goTo, onDeclined }: OneInvitationProps) {
  const { order, from, address } = invitation;
  const id = useId();
  const form = useForm({ defaultValues: { terms: false } });
  const [asked, setAsked] = useState(false);
  const hasAccepted = invitation.terms === terms;
  const whose = from === null ? 'the buyer' : <bdi translate="no">{from}</bdi>;
  return (
    <li className="card booking-invitation p-6" aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        <Sentence words={sharedBy(invitation)} />
      </h2>
      <p>
        <span>{`${sharedPack(invitation)}. You book and cancel your own sessions, and only you see your feedback; payments and receipts stay with `}</span>
        <span>{whose}</span>
        <span>, who will see your first name. The invitation went to your address </span>
        <MailAddress address={address} />
        <span>.</span>
      </p>
      {hasAccepted && (
        <p>
          <span>The </span>
          <NewTabLink href="/termsandcondition">Terms and Condition</NewTabLink>
          <span> that you have accepted apply to this pack too.</span>
        </p>
      )}
      <Form
        className="form mt-3 max-w-md"
        legend="Your answer"
        form={form}
        field={hasAccepted ? undefined : 'terms'}
        send={async () => {
          const failed = await accept(invitation);
          if (!failed) goTo('left');
          return failed;
        }}
        button={{ label: 'Accept the invitation', pending: 'Accepting ...' }}
        cancel={{ label: 'No, thank you', onPress: () => setAsked(true) }}
      >
        {!hasAccepted && (
          <Check
            {...fieldOf(form, 'terms', { required: secondPersonRefusals.terms_not_accepted.says })}
          >
            I am at least 18, and I accept the{' '}
            <NewTabLink href="/termsandcondition">Terms and Condition</NewTabLink>.
          </Check>
        )}
      </Form>
      {asked && (
        <AskFirst
          title="Turn down this invitation?"
          confirm="Turn it down"
          confirming="Turning it down ..."
          keep="Keep it for now"
          work={async () => {
            await declineInvitation(order);
            // The dialog has disappeared with its invitation, so it will not report that it has closed.
            onDeclined(nowDeclined(invitation));
          }}
          sayFailure={sayNamingFailure}
          onClose={() => setAsked(false)}
        >
          <p>
            <span>The pack then shows </span>
            <span>{whose}</span>
            <span> that you do not want to share it. You can be invited again.</span>
          </p>
        </AskFirst>
      )}
    </li>
  );
}
