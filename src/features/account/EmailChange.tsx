import { useStore } from '@nanostores/react';
import { $member } from '../../lib/member-store.ts';
import { Sentence } from '../ui/Sentence.tsx';
import { changeEmail } from './change-email.ts';

type EmailChangeProps = {
  /** The new address. */
  to: string;
  /** Which links still have to be opened. */
  links?: string;
};

/** Which email the account uses while a change is pending, and what completes the change (§18.84). */
export default function EmailChange({ to, links = 'link we sent there' }: EmailChangeProps) {
  const email = useStore($member, { ssr: 'initial' })?.email ?? '';
  return (
    <div>
      <p className="wrap-anywhere">
        <Sentence
          words={[
            'You log in with ',
            email,
            ' for now. Your change to ',
            to,
            ` waits until you open the ${links}.`,
          ]}
        />
      </p>
      <a className="button button-quiet mt-3" href={changeEmail}>
        Send again or cancel
      </a>
    </div>
  );
}
