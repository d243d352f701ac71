import { Suspense, useState } from 'react';
import { namings } from '../../domain/periods.ts';
import { namingRefusals } from '../../domain/refusals/naming.ts';
import type { SecondPerson, SessionPack } from './my-sessions-schema.ts';
import { MailAddress } from '../ui/MailAddress.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { late } from '../ui/late.tsx';
import { nameSecondPerson } from './bookings.ts';
import { sayNamingFailure } from './say-naming-failure.ts';
import { invitePlace } from './second-person.ts';

// Loaded late, because buyers name someone only once or twice.
const SecondPersonForm = late(() => import('./SecondPersonForm.tsx'));

function SendAgain({ order, address }: { order: string; address: string }) {
  const [said, setSaid] = useState('');
  const send = async () => {
    setSaid('');
    await nameSecondPerson(order, address);
    setSaid(
      'We send one invitation a day. If today’s has not arrived, ask the other person to check their spam folder.',
    );
  };
  return (
    <>
      <PressButton work={send} sayFailure={sayNamingFailure}>
        Resend invitation
      </PressButton>
      <p role="status">{said}</p>
    </>
  );
}

type NamedProps = { second: SecondPerson } & Pick<SessionPack, 'other'>;

function Named({ second, other }: NamedProps) {
  const { address, state } = second;
  if (state === 'none' && second.namings_left < namings) {
    return <p>The person you named has closed their account.</p>;
  }
  if (state === 'none' || address === null) {
    return <p>This pack is for two. Who will share it with you?</p>;
  }
  if (state === 'declined') {
    return (
      <p>
        <MailAddress strong address={address} />
        <span> turned down your invitation.</span>
      </p>
    );
  }
  if (state === 'named') {
    return (
      <p>
        <span>We invited </span>
        <MailAddress strong address={address} />
        <span>, who has not accepted yet.</span>
      </p>
    );
  }
  return (
    <p>
      {other !== null && (
        <>
          <bdi translate="no" className="bold">
            {other}
          </bdi>
          <span> </span>
        </>
      )}
      <MailAddress strong={other === null} address={address} />
      <span> shares this pack and books their own sessions.</span>
    </p>
  );
}

/** Lets the buyer of a pack for two name the second person, until that person has booked (§15.24, §15.26). */
export default function NameSecondPerson({ order, ...named }: NamedProps & { order: string }) {
  const { second } = named;
  const { address, state, replaceable, namings_left: left } = second;
  // The dashboard links here, but not once someone is invited.
  const [linked] = useState(
    location.hash === `#${invitePlace({ order })}` && (state === 'none' || state === 'declined'),
  );
  const [open, setOpen] = useState(linked);
  const [said, setSaid] = useState('');

  const send = async (wanted: string) => {
    await nameSecondPerson(order, wanted);
    setOpen(false);
    setSaid('Invitation sent.');
    return undefined;
  };

  return (
    <div className="flex flex-wrap items-center gap-x-6">
      <p role="status" className={said ? 'w-full' : 'sr-only'}>
        {said}
      </p>
      {/* The key replaces the sentence as a whole: on a translated page, React cannot change a sentence, because its text nodes are gone (§12.54). */}
      <Named key={state} {...named} />
      {state === 'named' && address !== null && <SendAgain order={order} address={address} />}
      {replaceable && (
        <button
          type="button"
          className="link"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
            setSaid('');
          }}
        >
          {state === 'none' ? 'Invite a second person' : 'Invite someone else'}
        </button>
      )}
      {!replaceable && (
        <p className="text-muted">
          {(left > 0 ? namingRefusals.second_has_booked : namingRefusals.no_naming_left).says}
        </p>
      )}
      {open && replaceable && (
        <Suspense fallback={<p role="status">Loading the form</p>}>
          <SecondPersonForm {...{ second, send, linked }} />
        </Suspense>
      )}
    </div>
  );
}
