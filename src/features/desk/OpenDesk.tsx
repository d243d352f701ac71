import { useState, type ReactNode } from 'react';
import { LateCodeForm } from './LateCodeForm.tsx';
import { CodeGate } from './CodeGate.tsx';
import { readQuery, screenAddress, upTo99 } from './desk-screen.ts';
import { deskStatus, type DeskStatus, type Operator } from './desk-store.ts';
import { Enrol } from './Enrol.tsx';
import { Screen } from './Screen.tsx';
import { screens, today } from './screens/index.ts';
import '../ui/chosen.css';

const again = () => void deskStatus.showFresh();

type StepLeft = Exclude<DeskStatus, Operator | { state: 'none' }>;

/** The step that remains before the desk opens (§22.2, §22.3). */
function Before({ status: { state, waiting } }: { status: StepLeft }) {
  const steps: Record<StepLeft['state'], { title: string; text?: ReactNode; rest?: ReactNode }> = {
    enrol: {
      title: 'Set up an authenticator',
      text: 'The desk opens with your password and a code from your phone. Someone who learns your password still cannot open it without your phone.',
      rest: <Enrol onEnrolled={again} />,
    },
    waits: {
      title: 'Your authenticator needs an owner’s approval',
      text: (
        <span>
          Read this approval code out to an owner, in person or on the phone:{' '}
          <strong translate="no">{waiting.join(', ')}</strong>. They approve it under ‘People and
          log’.
        </span>
      ),
      rest: (
        <button type="button" className="button" onClick={again}>
          Check for approval
        </button>
      ),
    },
    code: { title: 'Enter your code', rest: <LateCodeForm onEntered={again} /> },
    sign_in: {
      title: 'Log in again',
      text: 'Your access has changed since you logged in. Log out with the menu above, then log in again.',
    },
  };
  const { title, text, rest } = steps[state];
  return (
    <div className="max-w-xl">
      <h1 className="text-4xl">{title}</h1>
      {text && <p className="mt-4">{text}</p>}
      <div className="mt-6">{rest}</div>
    </div>
  );
}

/**
 * On a phone, the bar is a single line that scrolls, so the current screen's entry is scrolled into view at the start.
 */
function intoView(entry: HTMLLIElement | null) {
  const bar = entry?.closest('nav');
  if (entry && bar) {
    bar.scrollLeft = entry.offsetLeft + entry.offsetWidth / 2 - bar.clientWidth / 2;
  }
}

function Open({ operator }: { operator: Operator }) {
  const [query] = useState(() => readQuery(location.search));
  // The bar keeps its order while a screen is open, so that the entry under a thumb stays where it is.
  const [waiting] = useState(operator.waiting);
  // Leaves out screens that have no list for this operator.
  const ofThis = screens.filter(
    ({ search, lists }) =>
      search !== undefined || lists(new URLSearchParams()).some(({ list }) => list in operator.may),
  );
  // Screens where something waits come first, because a phone shows only the start of the bar.
  const waits = ({ name }: { name: string }) => name === today.name || waiting[name];
  const bar = [...ofThis.filter(waits), ...ofThis.filter((one) => !waits(one))];
  const screen = ofThis.find(({ name }) => name === query.get('screen')) ?? today;
  return (
    <CodeGate>
      <nav aria-label="Desk" className="desk-nav mb-6">
        <ul className="flex gap-1">
          {bar.map(({ name, label }) => (
            <li key={name} ref={name === screen.name ? intoView : undefined}>
              <a
                className="flex items-center bold text-ink"
                href={screenAddress(name)}
                aria-current={name === screen.name ? 'page' : undefined}
              >
                <span>{label}</span>
                {operator.waiting[name] ? (
                  <span className="desk-count">{` ${upTo99(String(operator.waiting[name]))}`}</span>
                ) : null}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Screen key={screen.name} {...{ screen, query, operator }} />
      <p className="note mt-8">{`${operator.name}, ${operator.level}. The log records what you do and read here.`}</p>
      {screen === today && (
        <details className="desk-list">
          <summary>
            <h2 className="text-xl">A second authenticator</h2>
          </summary>
          <p className="mb-4">
            For the day you lose your phone. You can use it once an owner has approved it under
            ‘People and log’; until then, use the first one.
          </p>
          <Enrol onEnrolled={again} />
        </details>
      )}
    </CodeGate>
  );
}

/** An operator's desk, or the step that remains before it opens. */
export default function OpenDesk({ status }: { status: Exclude<DeskStatus, { state: 'none' }> }) {
  return status.state === 'open' ? <Open operator={status} /> : <Before status={status} />;
}
