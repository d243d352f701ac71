import { Suspense, type ComponentProps } from 'react';
import { late } from '../ui/late.tsx';
import { Loading } from '../ui/Loading.tsx';

// Loaded late, because this form needs the form library, which lists do not need.
const CodeForm = late(() => import('./CodeForm.tsx'));

/** `CodeForm`, downloaded only when a code is needed. */
export const LateCodeForm = (props: ComponentProps<typeof CodeForm>) => (
  <Suspense fallback={<Loading>Loading the form</Loading>}>
    <CodeForm {...props} />
  </Suspense>
);
