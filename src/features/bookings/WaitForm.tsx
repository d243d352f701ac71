import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { SessionKind } from '../../domain/bookings/session-kinds.ts';
import { lasting } from '../../domain/periods.ts';
import { weekdayOptions, weekdays } from '../../domain/words/weekdays.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import { $mentors } from '../public-mentors/public-mentors.ts';
import { useSchool } from '../public-mentors/SchoolSelect.tsx';
import { Choice } from '../ui/Choice.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { Select } from '../ui/Select.tsx';
import { sayBookingFailure, waitForTime } from './bookings.ts';
import type { Slot } from './my-sessions-schema.ts';
import { $unproven } from './my-sessions-store.ts';

export type WaitFormProps = {
  kind: SessionKind;
  /** The times that the list shows, whose mentors need not be public, and the school it is filtered by ('' for all). */
  bookable: readonly Slot[];
  school: string;
  /** Called once the member is waiting, because the pressed button then disappears. */
  onWaiting: () => void;
};

/** The days and the school for which the member wants an email (§15.90). */
export default function WaitForm({ kind, bookable, school, onWaiting }: WaitFormProps) {
  const unproven = useStore($unproven, { ssr: 'initial' });
  const [chosen, setChosen] = useState<readonly string[]>(weekdays.map(([day]) => day));
  const [asked, setSchool] = useState<string>();
  const wanted = asked ?? school;
  const { data: mentors = [] } = useStore($mentors, { ssr: 'initial' });
  const { schools } = useSchool([...bookable, ...mentors]);
  if (unproven) {
    return (
      <VerifyEmail {...unproven}>
        One step left: verify <MailAddress strong address={unproven.address} />, so that our emails
        reach you and no one else.
      </VerifyEmail>
    );
  }
  return (
    <>
      <Choice
        legend="On which days?"
        className="booking-schools mt-2 mb-4"
        many
        options={weekdayOptions}
        chosen={chosen}
        onChoose={(day) =>
          setChosen(chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day])
        }
      />
      {schools.length > 0 && (
        <Select
          label="With a mentor from"
          value={wanted}
          onChange={({ target }) => setSchool(target.value)}
        >
          <option value="">any school</option>
          {schools.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <PressButton
        className="button button-quiet mt-4"
        busyLabel="One moment"
        work={() => waitForTime(kind, [...chosen], wanted).then(onWaiting)}
        sayFailure={sayBookingFailure}
      >
        Email me
      </PressButton>
      <p className="mt-3 text-muted">{`We will email you as soon as a time opens or becomes free, for ${lasting('waiting')} or until you book one. You can stop these emails at any time.`}</p>
    </>
  );
}
