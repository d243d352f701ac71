import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { hints } from '../../domain/account/messages.ts';
import { memberPages } from '../../domain/member-pages.ts';
import { unsubscribeRefusals } from '../../domain/refusals/messages.ts';
import { forgetMailedLink, mailedLink } from '../../lib/our-link.ts';
import { callPublic } from '../../lib/public-data.ts';
import { notDone, sayFailure } from '../../lib/say-failure.ts';
import { Done } from '../ui/Done.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

const $newsLink = mailedLink('unsubscribe');
const $timesLink = mailedLink('times');

/** Which emails each kind of link stops, and where members can change this themselves. */
const endings = {
  news: {
    done: 'Done. You will not get any more news from us. We still email you about your purchases, your sessions and changes to the terms. You can turn news back on under',
    place: {
      name: '‘Emails about news’ in your settings',
      href: `${memberPages.settings}#news`,
    },
  },
  times: {
    done: 'Done. We will no longer email you when a time opens, but we will still email you about your sessions. You can turn this back on under',
    place: { name: 'the times on your sessions page', href: `${memberPages.sessions}#book` },
  },
};

function Page() {
  const isHydrated = useHydrated();
  const newsLink = useStore($newsLink, { ssr: 'initial' });
  const timesLink = useStore($timesLink, { ssr: 'initial' });
  const [isDone, setDone] = useState(false);
  const mails = timesLink ? 'times' : 'news';
  const link = timesLink ?? newsLink;
  const { done, place } = endings[mails];
  const there = (
    <a className="text-link" href={place.href}>
      {place.name}
    </a>
  );

  if (isDone) {
    return (
      <Done>
        <p>
          <span>{`${done} `}</span>
          {there}
          <span>.</span>
        </p>
      </Done>
    );
  }
  if (isHydrated && !link?.token) {
    return (
      <p role="alert" className="notice">
        <span>{`${link ? hints.linkIncomplete : 'To open this page, follow the ‘Unsubscribe’ link in one of our news emails.'} You can also log in and stop these emails under `}</span>
        {there}
        <span>.</span>
      </p>
    );
  }
  return (
    // Mail scanners follow the links in emails, so the emails stop only after a press.
    <PressButton
      className="button w-full"
      disabled={!isHydrated}
      data-waiting={isHydrated ? undefined : ''}
      work={async () => {
        await callPublic('unsubscribe', { p_token: link?.token ?? '', p_mails: mails });
        forgetMailedLink();
        setDone(true);
      }}
      sayFailure={(error) => sayFailure(error, unsubscribeRefusals, { noAnswer: notDone })}
      busyLabel="Stopping ..."
    >
      Stop these emails
    </PressButton>
  );
}

/** /unsubscribe: stops one kind of mail for the link's account, after one press (§15.92, §18.94). */
export const Unsubscribe = withErrorBoundary(Page);
