import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../domain/words/dates.ts';
import type { FeedbackMember } from '../../domain/mentor/mentor-pages.ts';
import { criteria } from '../../domain/mentor/mentor-words.ts';
import { fileEndings } from '../../domain/files/member-files.ts';
import { sessionNames } from '../../domain/bookings/session-kinds.ts';
import { saveFile } from './feedback-store.ts';
import { Facts } from '../ui/Facts.tsx';

type Props = { member: FeedbackMember };

const purposes = { cv: 'CV', form: 'Form', essay: 'Essay' } as const;

const sizeOf = (bytes: number) => `${Math.max(1, Math.round(bytes / 1024))} KB`;

function Files({ member }: Props) {
  const [problem, setProblem] = useState<string>();
  if (member.files.length === 0) return <p className="text-muted">No files for this session.</p>;

  const save = async (id: string, name: string) => {
    setProblem(undefined);
    setProblem(await saveFile(id, name));
  };

  return (
    <>
      <ul className="flex flex-wrap gap-3">
        {member.files.map(({ id, purpose, size, type }) => (
          <li key={id}>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => void save(id, `${purpose}.${fileEndings[type]}`)}
            >
              <IconFileDownload aria-hidden />
              {purposes[purpose]} ({fileEndings[type].toUpperCase()}, {sizeOf(size)})
            </button>
          </li>
        ))}
      </ul>
      <div role="alert">{problem && <p className="notice mt-3">{problem}</p>}</div>
    </>
  );
}

function Earlier({ member }: Props) {
  return (
    <ul>
      {member.earlier.map((feedback) => (
        <li key={feedback.starts_at}>
          <details className="mentor-earlier">
            <summary>
              {sessionNames[feedback.kind]} on {formatDay(feedback.starts_at)}
            </summary>
            <Facts facts={criteria.map(({ id, name }) => [name, `${feedback[id]} of 5`])} />
            <h4>What went well</h4>
            <p>{feedback.went_well}</p>
            <h4>What to work on</h4>
            <p>{feedback.to_work_on}</p>
            <h4>One exercise</h4>
            <p>{feedback.exercise}</p>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** What a mentor knows of a member: institute aimed at, files of this session, earlier feedback (§15.20). */
export function MemberFacts({ member }: Props) {
  return (
    <div className="mentor-facts">
      <div>
        <h3>Aims at</h3>
        <p>{member.institute || 'not said'}</p>
      </div>
      <div>
        <h3>Files</h3>
        <Files member={member} />
      </div>
      {member.earlier.length > 0 && (
        <div>
          <h3>Earlier feedback</h3>
          <Earlier member={member} />
        </div>
      )}
    </div>
  );
}
