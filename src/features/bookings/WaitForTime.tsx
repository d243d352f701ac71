import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { sessionWords, type SessionKind } from '../../domain/bookings/session-kinds.ts';
import { lasting } from '../../domain/periods.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { weekdayOptions, weekdays } from '../../domain/words/weekdays.ts';
import { mySessions, $unproven } from './my-sessions-store.ts';
import { VerifyEmail } from '../account/VerifyEmail.tsx';
import { Choice } from '../ui/Choice.tsx';
import { MailAddress } from '../ui/MailAddress.tsx';
import { Select } from '../ui/Select.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { sayBookingFailure, stopWaiting, waitForTime } from './bookings.ts';

/** 'on any day', 'on Saturday or Sunday' */
function onDays(chosen: readonly string[]): string {
  if (chosen.length === weekdays.length) return 'on any day';
  const names = weekdays.filter(([day]) => chosen.includes(day)).map(([, name]) => name);
  // Created here, because creating a formatter while the page loads would slow it down on a slow phone.
  const anyOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });
  return `on ${anyOf.format(names)}`;
}

type WaitForTimeProps = {
  kind: SessionKind;
  /** True if the days start expanded: no time that suits the member's choice is free, or one of them is full. */
  unfolded: boolean;
  /** The schools to choose from, and the one whose times the list shows ('' for all). */
  schools: readonly string[];
  school: string;
};

/** Asks for an email when a time of this kind opens or becomes free, or stops those emails (§15.90). */
export function WaitForTime({ kind, unfolded, schools, school }: WaitForTimeProps) {
  const { data } = useStore(mySessions.$data, { ssr: 'initial' });
  const unproven = useStore($unproven, { ssr: 'initial' });
  const waiting = data?.waiting_times.find((one) => one.kind === kind);
  const [chosen, setChosen] = useState<readonly string[]>(weekdays.map(([day]) => day));
  const [asked, setSchool] = useState<string>();
  const wanted = asked ?? school;
  const box = useRef<HTMLDivElement>(null);
  const change = async () => {
    await (waiting ? stopWaiting(kind) : waitForTime(kind, [...chosen], wanted));
    // The pressed button has disappeared.
    box.current?.focus();
  };
  return (
    <div ref={box} tabIndex={-1} className="mt-5">
      {waiting ? (
        <>
          <p>
            <b className="bold text-ink">We’ll email you when a time opens</b>
            <span>{` for a ${sessionWords[kind]}${waiting.school ? ` with a mentor from ${waiting.school}` : ''} ${onDays(waiting.weekdays)}, until you book one or until ${formatDay(waiting.until)}. We send up to one email an hour and three a day, first to those who have waited longest. The first to book gets the time.`}</span>
          </p>
          <PressButton work={change} sayFailure={sayBookingFailure}>
            Stop these emails
          </PressButton>
        </>
      ) : (
        <details open={unfolded}>
          <summary className="link w-fit">Email me when a time opens</summary>
          {unproven ? (
            <VerifyEmail {...unproven}>
              One step left: verify <MailAddress strong address={unproven.address} />, so that our
              emails reach you and no one else.
            </VerifyEmail>
          ) : (
            <>
              <Choice
                legend="On which days?"
                className="booking-schools mt-2 mb-4"
                many
                options={weekdayOptions}
                chosen={chosen}
                onChoose={(day) =>
                  setChosen(
                    chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day],
                  )
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
                work={change}
                sayFailure={sayBookingFailure}
              >
                Email me
              </PressButton>
              <p className="mt-3 text-muted">{`We will email you as soon as a time opens or becomes free, for ${lasting('waiting')} or until you book one. You can stop these emails at any time.`}</p>
            </>
          )}
        </details>
      )}
    </div>
  );
}
