import type { ComponentPropsWithRef } from 'react';
import { Labelled, type Labels } from './Labelled.tsx';

type TextAreaProps = ComponentPropsWithRef<'textarea'> & Labels;

/** A labelled text area for react-hook-form's `register(...)`. */
export function TextArea({ label, error, hint, ...textarea }: TextAreaProps) {
  return (
    <Labelled {...{ label, error, hint }}>
      {(tied) => <textarea {...tied} rows={5} dir="auto" {...textarea} />}
    </Labelled>
  );
}
