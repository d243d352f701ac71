import fileDownload from '../../assets/icons/file-download.svg?raw';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { fileEndings, purposeNames } from '../../domain/files/member-files.ts';
import type { FeedbackMember } from '../../domain/mentors/mentor-pages.ts';
import { formatDay } from '../../domain/words/dates.ts';
import { sizeOf } from '../../lib/member-files.ts';
import FeedbackWords from '../bookings/FeedbackWords.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { saveMembersFile } from './feedback-store.ts';
import { failureOf } from './mentor-page.ts';

/**
 * What a mentor sees about a member: the school they are applying to, the last exercise and what came of it (§15.99,
 * §15.103), files for this session and earlier feedback (§15.20). Longer parts are collapsed, so that the form is not
 * pushed far down.
 */
export function MemberFacts({ member }: { member: FeedbackMember }) {
  const { institute, files, earlier } = member;
  return (
    <div className="mentor-facts mt-2 mb-6">
      <p className="mb-3">
        Aims at: <strong className="wrap-anywhere">{institute || 'not said'}</strong>
        {files.length === 0 && <span>. No files for this session.</span>}
      </p>
      {earlier[0] && (
        <section className="mb-3">
          <h3 className="plain-heading">The exercise they were set</h3>
          <p className="wrap-anywhere whitespace-pre-line">{earlier[0].exercise}</p>
          <p className="text-muted">
            {earlier[0].exercise_done_at
              ? `They marked it as done on ${formatDay(earlier[0].exercise_done_at)}.`
              : 'They have not marked it as done.'}
          </p>
          {earlier[0].exercise_note && (
            <blockquote className="mt-1 quoted wrap-anywhere whitespace-pre-line" dir="auto">
              {earlier[0].exercise_note}
            </blockquote>
          )}
        </section>
      )}
      {files.length > 0 && (
        <details className="mentor-earlier">
          <summary className="link w-fit">{`Files (${files.length})`}</summary>
          <ul className="flex flex-wrap gap-3">
            {files.map(({ id, purpose, size, type }) => (
              <li key={id}>
                <PressButton
                  className="button button-quiet"
                  work={() => saveMembersFile(id, `${purpose}.${fileEndings[type]}`)}
                  sayFailure={(error) => failureOf(error).message}
                >
                  <Icon svg={fileDownload} />
                  <span>{`${purposeNames[purpose]} (${fileEndings[type].toUpperCase()}, ${sizeOf(size)})`}</span>
                </PressButton>
              </li>
            ))}
          </ul>
        </details>
      )}
      {earlier.length > 0 && (
        <details className="mentor-earlier">
          <summary className="link w-fit">{`Earlier feedback (${earlier.length})`}</summary>
          <ul>
            {earlier.map((feedback) => (
              <li key={feedback.starts_at}>
                <details className="mentor-earlier">
                  <summary className="link w-fit">{`${sessionNames[feedback.kind]} on ${formatDay(feedback.starts_at)}`}</summary>
                  <FeedbackWords kind={feedback.kind} feedback={feedback} />
                </details>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
