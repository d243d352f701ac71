import { atom, onMount, type WritableAtom } from 'nanostores';
import { mentorRefusals } from '../../domain/refusals/mentors.ts';
import { failureOf } from './mentor-error.ts';
import { looksLikeToken, takeToken, tokenInAddress } from './mentor-token.ts';

/** The state of a page behind a mentor's link. */
export type MentorPage<Page> =
  | { status: 'loading' }
  /** The page was opened without a link. */
  | { status: 'no-link' }
  | { status: 'failed'; message: string; mayRetry: boolean }
  | { status: 'ready'; page: Page };

/** A page behind a mentor's link, which loads when somebody looks at it. */
export function createMentorPage<Page>(
  storageKey: string,
  ask: (token: string) => Promise<Page>,
): {
  $page: WritableAtom<MentorPage<Page>>;
  load: () => Promise<void>;
  token: () => string;
} {
  const $page = atom<MentorPage<Page>>({ status: 'loading' });
  let token: string | undefined;

  async function find(): Promise<MentorPage<Page>> {
    if (token === undefined) return { status: 'no-link' };
    if (!looksLikeToken(token)) {
      return { status: 'failed', message: mentorRefusals.link_not_valid.says, mayRetry: false };
    }
    try {
      return { status: 'ready', page: await ask(token) };
    } catch (error) {
      const { message, mayRetry } = failureOf(error);
      return { status: 'failed', message, mayRetry };
    }
  }

  async function load(): Promise<void> {
    $page.set({ status: 'loading' });
    $page.set(await find());
  }

  onMount($page, () => {
    if (import.meta.env.SSR) return;
    const start = () => {
      token = takeToken(storageKey);
      void load();
    };
    start();
    // Another link that is opened in this tab only changes the fragment.
    const startAgain = () => {
      if (tokenInAddress() !== '') start();
    };
    addEventListener('hashchange', startAgain);
    return () => removeEventListener('hashchange', startAgain);
  });

  return { $page, load, token: () => token ?? '' };
}
