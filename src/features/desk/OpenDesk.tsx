import { useState } from 'react';
import { CodeForm } from './CodeForm.tsx';
import { CodeGate } from './CodeGate.tsx';
import { screenAddress } from './desk-screen.ts';
import { deskStatus, type DeskStatus, type Operator } from './desk-store.ts';
import { Enrol } from './Enrol.tsx';
import { Screen } from './Screen.tsx';
import { screens, today } from './screens/index.ts';
import '../ui/note.css';
import '../ui/actions.css';

const again = () => void deskStatus.showFresh();

/** What is still to do before the desk opens (§22.2, §22.3). */
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
  // A screen on which this operator may read nothing is not there.
  const ofThis = screens.filter(
    ({ search, lists }) =>
      search !== undefined || lists(new URLSearchParams()).some(({ list }) => list in operator.may),
  );
  const screen = ofThis.find(({ name }) => name === query.get('screen')) ?? today;
  return (
    <CodeGate operator={operator}>
      <nav aria-label="Desk" className="desk-nav">
        <ul>
          {ofThis.map(({ name, label }) => (
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
      {screen === today && (
        <details className="desk-list">
          <summary>
            <h2>A second authenticator</h2>
          </summary>
          <p className="mb-4">
            For the day on which your phone is lost. An owner approves it under ‘People and log’;
            until then you get in with the first.
          </p>
          <Enrol onEnrolled={again} />
        </details>
      )}
    </CodeGate>
  );
}

/** The desk of an operator, or what is still to do for it. Nobody else downloads it. */
export function OpenDesk({ status }: { status: Exclude<DeskStatus, { state: 'none' }> }) {
  if (status.state === 'open') return <Open operator={status} />;
  return (
    <div className="desk-before">
      <Before status={status} />
    </div>
  );
}
