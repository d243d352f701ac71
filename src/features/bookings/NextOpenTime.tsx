import { useStore } from '@nanostores/react';
import { mentorName } from '../../domain/bookings/session-kinds.ts';
import { $now } from '../../lib/now.ts';
import type { MySessions } from './my-sessions-schema.ts';
import { SessionTime } from './SessionTime.tsx';

/** 'Next open time: today, 10:00 am, with Meera, IIM Ahmedabad.' */
export function NextOpenTime({ time }: { time: NonNullable<MySessions['waiting']['next_time']> }) {
  const now = useStore($now, { ssr: 'initial' });
  const { starts_at, mentor, institute } = time;
  return (
    <>
      <span> Next open time: </span>
      <strong className="bold">
        <SessionTime at={starts_at} now={now} />
      </strong>
      {mentor && (
        <>
          <span>, with </span>
          <bdi translate="no">{mentorName({ name: mentor, institute })}</bdi>
        </>
      )}
      <span>{'.'}</span>
    </>
  );
}
