import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { MentorRequest } from '../../domain/mentor/own-page.ts';
import { act } from './own-page-store.ts';

/**
 * The `send` of a form on a mentor's own page, which makes the request that `asking` returns. Once that succeeds, `done`
 * is the sentence that `ends` returns.
 */
export function useAct<Values extends FieldValues>(
  asking: (values: Values) => MentorRequest,
  ends: (values: Values) => string = () => '',
) {
  const [done, setDone] = useState('');
  const send = async (values: Values) => {
    setDone('');
    const failed = await act(asking(values));
    if (!failed) setDone(ends(values));
    return failed;
  };
  return { done, send };
}
