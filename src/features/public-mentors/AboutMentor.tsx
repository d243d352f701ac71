import { useStore } from '@nanostores/react';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { MentorFacts } from './MentorCard.tsx';
import { $mentors } from './public-mentors.ts';
import './mentors.css';
import './mentor-about.css';

function About({ id }: { id: number }) {
  const { data } = useStore($mentors);
  const mentor = data?.find((one) => one.id === id);
  if (!mentor) return null;
  return (
    <div className="mentor-card mentor-about">
      <MentorFacts mentor={mentor} />
    </div>
  );
}

/** In the picker: what a slot's mentor has agreed to show (§4.25). Empty for mentors who have not agreed. */
export default withErrorBoundary(About);
