import { useState, type ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { MentorRequest } from '../../domain/mentors/own-page.ts';
import { Form } from '../ui/Form.tsx';
import { act } from './own-page-store.ts';

type ActFormProps<Values extends FieldValues> = Omit<
  ComponentProps<typeof Form<Values>>,
  'anybody' | 'send' | 'status'
> & {
  /** The request that the form makes. */
  asking: (values: Values) => MentorRequest;
  /** What it says once that is done, if anything. */
  says?: (values: Values) => string;
};

/** A form on a mentor's own page. The page then shows the result. */
export function ActForm<Values extends FieldValues>(props: ActFormProps<Values>) {
  const { asking, says, ...frame } = props;
  const [done, setDone] = useState('');
  const send = async (values: Values) => {
    setDone('');
    const failed = await act(asking(values));
    if (!failed && says) setDone(says(values));
    return failed;
  };
  return <Form anybody send={send} status={done} {...frame} />;
}
