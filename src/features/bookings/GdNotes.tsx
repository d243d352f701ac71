import { useStore } from '@nanostores/react';
import { useState } from 'react';
import * as v from 'valibot';
import { keptOfMember } from '../../lib/kept.ts';
import { $memberId } from '../../lib/member-store.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { TextArea } from '../ui/TextArea.tsx';

const notes = keptOfMember(
  storageKeys.gdNotes,
  v.object({ booking: v.string(), text: v.string() }),
  'local',
);

type NotesProps = { memberId: string; booking: string };

function notesOf({ memberId, booking }: NotesProps): string {
  const kept = notes.read(memberId);
  return kept?.booking === booking ? kept.text : '';
}

/** A notepad for a group discussion. The notes stay on this device (§15.101). */
export function GdNotes(props: NotesProps) {
  const { memberId, booking } = props;
  const [text, setText] = useState(() => notesOf(props));
  return (
    <TextArea
      label="Your notes"
      hint="Your notes stay on this device until you log out or take notes in another GD."
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        notes.keep(memberId, { booking, text: target.value });
      }}
    />
  );
}

/** The notes from a past session, if there are any on this device. */
export function KeptNotes({ booking }: Pick<NotesProps, 'booking'>) {
  const memberId = useStore($memberId);
  const text = memberId === null ? '' : notesOf({ memberId, booking });
  if (text === '') return null;
  return (
    <details>
      <summary className="link w-fit">Your notes</summary>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </details>
  );
}
