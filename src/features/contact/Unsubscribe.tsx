import { useStore } from '@nanostores/react';
import { hints } from '../../domain/account/messages.ts';
import { forgetMailedLink, mailedLink } from '../../lib/mailed-link.ts';
import { callPublic } from '../../lib/public-data.ts';
import { notDone, sayFailure } from '../../lib/say-failure.ts';
import { Done } from '../ui/Done.tsx';
import { Form } from '../ui/Form.tsx';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { usePress } from '../ui/use-press.ts';

const $unsubscribeLink = mailedLink('unsubscribe');

const refusals = {
  link_not_valid: {
    says: 'This link does not work: it is not complete, or its account is closed. Open it from the mail again.',
  },
};

const settings = (
  <a className="text-link" href="/dashboard/settings#agreed">
    ‘What you agreed to’ in your settings
  </a>
);

function Page() {
  const isHydrated = useHydrated();
  const link = useStore($unsubscribeLink, { ssr: 'initial' });
  // A scanner opens the links in mails, so only the button ends anything.
  const { busy, result, press } = usePress(
    async () => {
      await callPublic('unsubscribe', { p_token: link?.token ?? '' });
      forgetMailedLink();
      return 'done' as const;
    },
    (error) => sayFailure(error, refusals, { noAnswer: notDone }),
  );

  if (result === 'done') {
    return (
      <Done>
        <p>
          Done: no more mails about news. Mails about your purchases, your sessions and changes of
          the terms go on. You can get the news again under {settings}.
        </p>
      </Done>
    );
  }
  if (isHydrated && !link?.token) {
    return (
      <p role="alert" className="notice">
        {link ? hints.linkIncomplete : 'This page opens from ‘Unsubscribe’ in a mail about news.'}{' '}
        You can also log in and stop these mails under {settings}.
      </p>
    );
  }
  return (
    <Form
      legend="Mails about news"
      alert={result?.message}
      busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <SubmitButton pending={busy} pendingLabel="Stopping them ...">
        Stop these mails
      </SubmitButton>
    </Form>
  );
}

/** /unsubscribe: ends the mails about news for the account of the link, after one press (§18.94). */
export const Unsubscribe = withErrorBoundary(Page);
