import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { lasting } from '../../domain/periods.ts';
import AddressForm from '../ui/AddressForm.tsx';
import { Sentence, type Words } from '../ui/Sentence.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { mySessions, $unproven } from '../bookings/my-sessions-store.ts';
import { MemberPart } from '../ui/MemberPart.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { VerifyEmail } from '../account/VerifyEmail.tsx';

function OtherAddressForm() {
  const [said, setSaid] = useState<Words>('');
  return (
    <AddressForm
      legend="Another email address"
      label="Another email address"
      hint="For example, the one your receipt or invitation came to."
      load={() => import('../account/verify-email.ts')}
      send={async (address, { askForLink }) => {
        setSaid('');
        const asked = await askForLink({ address });
        if ('message' in asked) return asked;
        setSaid(
          asked.state === 'proven'
            ? ['', asked.address, ' is already verified.']
            : [
                'The link is on its way to ',
                asked.address,
                `. You can use it once, within ${lasting('address link')}. Check your spam folder too.`,
              ],
        );
        return undefined;
      }}
      status={<Sentence words={said} />}
      button={{ label: 'Send a link', pending: 'Sending ...' }}
    />
  );
}

function Verified() {
  return (
    <MemberPart
      {...mySessions}
      loading="Loading your addresses"
      notLoaded="We could not load your addresses."
    >
      {({ addresses }) =>
        addresses.length === 0 ? (
          <p>You have not verified an email address yet.</p>
        ) : (
          <ul>
            {addresses.map((address) => (
              <li key={address}>
                <MailAddress strong address={address} /> <span>verified</span>
              </li>
            ))}
          </ul>
        )
      }
    </MemberPart>
  );
}

function Listed() {
  const unproven = useStore($unproven, { ssr: 'initial' });
  return (
    <>
      <Verified />
      {unproven && (
        <div className="mt-4">
          <VerifyEmail {...unproven}>
            <MailAddress strong address={unproven.address} /> is the address you log in with.
          </VerifyEmail>
        </div>
      )}
      {/* Folded, because most members have one address. `details` opens even before hydration (§12.4). */}
      <details className="mt-4">
        <summary className="link w-fit">Verify another address</summary>
        <OtherAddressForm />
      </details>
    </>
  );
}

/** The member's verified addresses, and the forms for verifying others (§15.62). */
export const Addresses = withErrorBoundary(Listed);
