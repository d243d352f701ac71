import { useStore } from '@nanostores/react';
import type { Elements } from '../ui/elements.ts';
import { $own } from './own.ts';
import { OwnWords } from './OwnWords.tsx';

/** What the member already has; `children` until that is known (§4.18). */
export default function OwnLink({ children }: { children: Elements }) {
  const own = useStore($own);
  return own ? <OwnWords own={own} /> : children;
}
