import { useStore } from '@nanostores/react';
import { zonedTime } from '../../domain/words/dates.ts';
import { $nextFree } from '../public-mentors/public-mentors.ts';
import './next-free.css';

/** 'Next free: tomorrow, 6:30 pm', or an empty line of the same height (§4.18). */
export function NextFree() {
  const { data: next } = useStore($nextFree, { ssr: 'initial' });
  if (!next) return <p className="next-free" />;
  const { starts_at, near, mentor, institute } = next;
  const { day, time } = zonedTime(starts_at);
  return (
    <p className="next-free flex flex-col text-ink">
      <span className="truncate">
        Next free: <strong>{`${near ?? day}, ${time}`}</strong>
      </span>{' '}
      {mentor && (
        <span className="truncate">{`with ${[mentor, institute].filter(Boolean).join(', ')}`}</span>
      )}
    </p>
  );
}
