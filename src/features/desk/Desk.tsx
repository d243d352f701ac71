import { useState } from 'react';
import { notFound } from '../../content/not-found.ts';
import { withErrorBoundary } from '../ui/error-boundary.tsx';
import { MemberLoading } from '../ui/MemberPage.tsx';
import { MemberPart } from '../ui/MemberPart.tsx';
import { CodeForm } from './CodeForm.tsx';
import { CodeGate } from './CodeGate.tsx';
import { screenAddress } from './desk-screen.ts';
import { deskStatus, type DeskStatus, type Operator } from './desk-store.ts';
import { Enrol } from './Enrol.tsx';
import { Screen } from './Screen.tsx';
import { screens, today } from './screens/index.ts';
import '../ui/note.css';
import '../ui/actions.css';
import './desk.css';

const again = () => void deskStatus.showFresh();

function NotHere() {
  return (
    <>
      <h1 className="text-4xl">{notFound.heading}</h1>
      <p className="mt-4 mb-6">{notFound.text}</p>
      <a className="button" href={notFound.back.href}>
        {notFound.back.label}
      </a>
    </>
  );
}

/** What is still to do before the desk opens (§21.2, §21.3). */
function Before({ status }: { status: Exclude<DeskStatus, Operator | { state: 'none' }> }) {
  switch (status.state) {
    case 'enrol':
      return (
        <>
          <h1 className="text-4xl">Set an authenticator up</h1>
          <p className="mt-4 mb-6">
            The desk opens with your password and a code from your phone. Somebody who finds out the
            one still lacks the other.
          </p>
          <Enrol onEnrolled={again} />
        </>
      );
    case 'waits':
      return (
        <>
          <h1 className="text-4xl">Your authenticator waits for an owner</h1>
          <p className="mt-4 mb-6">
            Tell an owner its code, in person or by phone:{' '}
            <strong>{status.waiting.join(', ')}</strong>. They approve it on the desk, under People.
          </p>
          <button type="button" className="button" onClick={again}>
            Look again
          </button>
        </>
      );
    case 'code':
      return (
        <>
          <h1 className="mb-6 text-4xl">Enter your code</h1>
          <CodeForm onEntered={again} />
        </>
      );
    case 'sign_in':
      return (
        <>
          <h1 className="text-4xl">Log in once more</h1>
          <p className="mt-4">
            Your access was changed after you logged in. Log out with the menu above, and log in
            again.
          </p>
        </>
      );
  }
}

function Open({ operator }: { operator: Operator }) {
  const [query] = useState(() => new URLSearchParams(location.search));
  const screen = screens.find(({ name }) => name === query.get('screen')) ?? today;
  return (
    <CodeGate operator={operator}>
      <nav aria-label="Desk" className="desk-nav">
        <ul>
          {screens.map(({ name, label }) => (
            <li key={name}>
              <a
                href={screenAddress(name)}
                aria-current={name === screen.name ? 'page' : undefined}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <h1 className="text-3xl">{screen.label}</h1>
      <p className="note">
        {operator.name}, {operator.level}. What you do and read here is in the log.
      </p>
      <Screen key={screen.name} {...{ screen, query, operator }} />
    </CodeGate>
  );
}

function Page() {
  return (
    <MemberPart
      $data={deskStatus.$data}
      refresh={deskStatus.refresh}
      loading={
        <>
          <h1 className="sr-only">One moment</h1>
          <MemberLoading text="One moment" className="desk-loading" />
        </>
      }
      notLoaded="This page could not be loaded."
    >
      {(status) => {
        if (status.state === 'open') return <Open operator={status} />;
        return (
          <div className="desk-before">
            {status.state === 'none' ? <NotHere /> : <Before status={status} />}
          </div>
        );
      }}
    </MemberPart>
  );
}

/** /desk: the owner's lists and buttons, for operators with a second factor; the words of the 404 page for others. */
export const Desk = withErrorBoundary(Page);
