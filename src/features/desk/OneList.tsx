import { useState } from 'react';
import { csvFile } from '../../domain/words/csv.ts';
import { saveBytes } from '../../lib/save-bytes.ts';
import { PressButton } from '../ui/PressButton.tsx';
import type { ActionForm, Lists } from './ActionForm.tsx';
import { DeskTable } from './DeskTable.tsx';
import {
  argsOfRow,
  cellText,
  type Column,
  textOf,
  type DeskAction,
  type DeskList,
  type Row,
} from './desk-screen.ts';
import { press, sayDeskFailure, type Page } from './desk-calls.ts';
import type { Operator } from './desk-store.ts';
import { useCode } from './CodeGate.tsx';

// With the library of forms, which the lists do without.
const loadForm = () => import('./ActionForm.tsx');

type ActionButtonProps = {
  action: DeskAction;
  row?: Row;
  lists: Lists;
  operator: Operator;
  className?: string;
  more?: Parameters<typeof ActionForm>[0]['more'];
  onDone: (said: string) => void;
};

/** A button of the desk. It opens its dialog, or does its work if there is nothing to type or ask. */
export function ActionButton(props: ActionButtonProps) {
  const { action, row = {}, lists, operator, className, more, onDone } = props;
  const [Dialog, setDialog] = useState<typeof ActionForm>();
  const askCode = useCode();
  const needsCode = operator.may[action.action];
  // Operators do not see buttons that they may not use.
  if (needsCode === undefined) return null;

  const opens = Boolean(action.asks ?? action.fields);
  const work = async () => {
    if (opens) {
      const form = await loadForm();
      setDialog(() => form.ActionForm);
    } else if (!needsCode || (await askCode())) {
      onDone(await press(action.action, argsOfRow(action, row)));
    }
  };
  return (
    <>
      <PressButton
        className={className}
        {...(opens && { load: loadForm })}
        work={work}
        sayFailure={sayDeskFailure}
      >
        {action.label}
      </PressButton>
      {Dialog && (
        <Dialog
          {...{ action, row, lists, needsCode, ...(more && { more }) }}
          onClose={(said) => {
            setDialog(undefined);
            if (said !== undefined) onDone(said);
          }}
        />
      )}
    </>
  );
}

/** Saves the rows of a list as a CSV file. */
async function save({ columns, file = 'list' }: DeskList, rows: readonly Row[]): Promise<void> {
  // The screen leaves out what is usual; the file does not.
  const inFull = (column: Column, row: Row) =>
    cellText(column, row) || cellText({ ...column, words: {} }, row);
  const lines = rows.map((row) => columns.map((column) => inFull(column, row)));
  const text = csvFile([columns.map(({ label }) => label), ...lines]);
  await saveBytes(new Blob([text], { type: 'text/csv' }), `${file}.csv`);
}

type OneListProps = {
  list: DeskList;
  page: Page;
  lists: Lists;
  operator: Operator;
  onDone: (said: string) => void;
  /** Reads more of a long list. */
  onMore: () => Promise<void>;
};

/** How many rows of a list are drawn at first: more would hold up every press on a slow phone. */
const step = 50;

/** A list of a screen, with its buttons. */
export function OneList({ list, page, lists, operator, onDone, onMore }: OneListProps) {
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { actions = [], together, leadsTo } = list;
  const [most, setMost] = useState(step);
  const isCut = page.rows.length > most;

  const key = (row: Row) => textOf(row[together?.column ?? '']);
  // A chosen row may be gone since.
  const chosen = ticked.filter((one) => page.rows.some((row) => key(row) === one));
  const table = (
    <>
      <DeskTable
        list={list}
        page={isCut ? { ...page, rows: page.rows.slice(0, most) } : page}
        {...(together && {
          tick: (row) => (
            <input
              type="checkbox"
              className="desk-box"
              aria-label={`Choose ${cellText(list.columns[0] ?? { name: '', label: '' }, row)}`}
              checked={chosen.includes(key(row))}
              onChange={({ target }) =>
                setTicked(
                  target.checked ? [...chosen, key(row)] : chosen.filter((one) => one !== key(row)),
                )
              }
            />
          ),
        })}
        {...((actions.length > 0 || leadsTo) && {
          actions: (row) => {
            const link = leadsTo?.(row);
            return (
              <div className="actions">
                {link && (link.has === undefined || link.has in operator.may) && (
                  <a className="link" href={link.href}>
                    {link.label}
                  </a>
                )}
                {link?.has !== undefined && !(link.has in operator.may) && (
                  <span className="text-muted">An owner does this.</span>
                )}
                {actions
                  .filter(({ when }) => when?.(row) ?? true)
                  .map((action) => (
                    <ActionButton
                      key={action.label}
                      {...{ action, row, lists, operator, onDone }}
                    />
                  ))}
              </div>
            );
          },
        })}
      />
      <div className="actions">
        {(page.next ?? isCut) && (
          <PressButton
            work={async () => {
              if (!isCut) await onMore();
              setMost(most + step);
            }}
            sayFailure={sayDeskFailure}
          >
            Show more
          </PressButton>
        )}
        {together && chosen.length > 0 && (
          <ActionButton
            action={{ ...together, label: `${together.label} (${chosen.length})` }}
            {...{ lists, operator }}
            more={{ [together.arg]: [...chosen] }}
            className="button button-quiet"
            onDone={(said) => {
              setTicked([]);
              onDone(said);
            }}
          />
        )}
        {list.file && page.rows.length > 0 && (
          <PressButton work={() => save(list, page.rows)}>Save as CSV</PressButton>
        )}
      </div>
    </>
  );
  if (!list.folded) {
    return (
      <section aria-label={list.title} className="mt-8">
        <h2 className="mb-2 text-xl">{list.title}</h2>
        {table}
      </section>
    );
  }
  return (
    <details className="desk-list mt-8">
      <summary>
        <h2 className="text-xl">{list.title}</h2>
      </summary>
      {table}
    </details>
  );
}
