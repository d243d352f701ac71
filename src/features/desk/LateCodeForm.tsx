import { Suspense, type ComponentProps } from 'react';
import { late } from '../ui/late.tsx';
import { Loading } from '../ui/Loading.tsx';

// With the library of forms, which the lists do without.
const CodeForm = late(() => import('./CodeForm.tsx'));

/** `CodeForm`, which is downloaded when a code is needed. */
export const LateCodeForm = (props: ComponentProps<typeof CodeForm>) => (
  <Suspense fallback={<Loading>Loading the form</Loading>}>
    <CodeForm {...props} />
  </Suspense>
);
