import type { ComponentPropsWithRef } from 'react';
import { Labelled, type Labels } from './Labelled.tsx';
import './select.css';

type SelectProps = ComponentPropsWithRef<'select'> & Labels;

/** A labelled select for react-hook-form's `register(...)`. */
export function Select({ label, error, hint, ...select }: SelectProps) {
  return (
    <Labelled {...{ label, error, hint }}>{(tied) => <select {...tied} {...select} />}</Labelled>
  );
}
