import { useState, type ComponentProps } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { MentorRequest } from '../../domain/mentors/mentor-requests.ts';
import { Done } from '../ui/Done.tsx';
import { Form } from '../ui/Form.tsx';
import { act } from './own-page-store.ts';

type ActFormProps<Values extends FieldValues> = Omit<
  ComponentProps<typeof Form<Values>>,
  'anybody' | 'send' | 'status'
> & {
  /** Turns the form's values into the request to send. */
  asking: (values: Values) => MentorRequest;
  /** The form's message after a success, if any. It gets the focus, so that another Enter does nothing. */
  says?: (values: Values) => string;
  /** Called after a success, for a form that is no longer on the page then. */
  onDone?: () => void;
};

/** A form on a mentor's own page. After a success, the page shows the result. */
export function ActForm<Values extends FieldValues>(props: ActFormProps<Values>) {
  const { asking, says, onDone, ...frame } = props;
  const [done, setDone] = useState('');
  const send = async (values: Values) => {
    setDone('');
    const failed = await act(asking(values));
    if (failed) return failed;
    if (says) setDone(says(values));
    onDone?.();
    return undefined;
  };
  const status = done && (
    <Done>
      <p>{done}</p>
    </Done>
  );
  return <Form anybody {...{ send, status }} {...frame} />;
}
