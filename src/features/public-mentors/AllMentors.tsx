import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { count } from '../../domain/words/count.ts';
import { $mentors } from './public-mentors.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { MentorCard } from './MentorCard.tsx';
import { SchoolSelect, useSchool } from './SchoolSelect.tsx';
import './mentors.css';
import './mentor-page.css';

function Page({ none }: { none: string }) {
  const { data: known, error } = useStore($mentors, { ssr: 'initial' });
  const data = known ?? [];
  const [asked] = useState(() =>
    import.meta.env.SSR ? null : new URLSearchParams(location.search).get('school'),
  );
  const { shown, choose, ...schools } = useSchool(data, asked ?? '');
  // A second request, after a failure or an empty reply, keeps the page as it is.
  if (!known && error === undefined) {
    return (
      <p role="status" className="mentor-loading text-xl">
        Loading the mentors and their next open times
      </p>
    );
  }
  if (data.length === 0) return <p className="text-xl">{none}</p>;
  return (
    <>
      <div className="mentor-filter mb-6 flex flex-wrap gap-3 gap-x-6">
        <SchoolSelect
          {...schools}
          onChoose={(school) => {
            choose(school);
            const query = school && `?${new URLSearchParams({ school })}`;
            history.replaceState(history.state, '', `${location.pathname}${query}`);
          }}
        />
        <p role="status">{count(shown.length, 'mentor')}</p>
      </div>
      <ul className="mentor-cards grid gap-4">
        {shown.map((mentor) => (
          <MentorCard key={`${mentor.name} ${mentor.institute}`} mentor={mentor} />
        ))}
      </ul>
    </>
  );
}

/** All mentors who have agreed to be shown, filtered by school. The school is kept in the address (§4.22, §4.23). */
export const AllMentors = withErrorBoundary(Page);
