import { lazy, Suspense, type ComponentProps } from 'react';
import { Loading } from '../ui/Loading.tsx';

// With the library of forms, which the lists do without.
const CodeForm = lazy(() => import('./CodeForm.tsx'));

/** `CodeForm`, which is downloaded when a code is needed. */
export const LateCodeForm = (props: ComponentProps<typeof CodeForm>) => (
  <Suspense fallback={<Loading>Loading the form</Loading>}>
    <CodeForm {...props} />
  </Suspense>
);
