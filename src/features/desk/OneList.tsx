import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Field } from '../ui/Field.tsx';
import { late } from '../ui/late.tsx';
import { Loading } from '../ui/Loading.tsx';
import { PressButton } from '../ui/PressButton.tsx';
import { Select } from '../ui/Select.tsx';
import type { ActionForm, Lists } from './ActionForm.tsx';
import { DeskAgenda } from './DeskAgenda.tsx';
import { DeskCharts } from './DeskCharts.tsx';
import { Cell, DeskTable, land } from './DeskTable.tsx';
import {
  argsOfRow,
  cellText,
  mayOpen,
  textOf,
  type DeskAction,
  type DeskList,
  type Link,
  type Row,
} from './desk-screen.ts';
import { press, sayDeskFailure, type Page } from './desk-calls.ts';
import type { Operator } from './desk-store.ts';
import { useCode } from './CodeGate.tsx';

// Loaded late, because only two screens show a log.
const DeskDiary = late(() => import('./DeskDiary.tsx'));
// Loaded late, because forms need the form library, which lists do not need.
const loadForm = () => import('./ActionForm.tsx');
const loadSaving = () => import('./save-list.ts');

type ActionButtonProps = {
  action: DeskAction;
  row?: Row;
  lists: Lists;
  operator: Operator;
  className?: string;
  more?: Parameters<typeof ActionForm>[0]['more'];
  /** True if the address asks for the button's dialog. */
  begins?: boolean;
  onDone: (said: string, next?: Link) => void;
};

/** A button on the desk. Opens a dialog, or acts right away if there is nothing to fill in or confirm. */
export function ActionButton(props: ActionButtonProps) {
  const { action, row = {}, lists, operator, className, more, begins, onDone } = props;
  const [Dialog, setDialog] = useState<typeof ActionForm>();
  const askCode = useCode();
  const needsCode = operator.may[action.action];
  const opens = Boolean(action.asks ?? action.fields);
  const openDialog = () => loadForm().then((form) => setDialog(() => form.ActionForm));
  const begin = useEffectEvent(() => {
    // A URL may open a dialog but never act, and opens it only once, even if the button appears again.
    const isAsked = new URLSearchParams(location.search).has('do');
    if (begins && opens && isAsked) openDialog().catch(() => undefined);
  });
  useEffect(() => begin(), []);
  // Operators do not see buttons that they may not use.
  if (needsCode === undefined) return null;

  const work = async () => {
    if (opens) {
      await openDialog();
    } else if (!needsCode || (await askCode())) {
      onDone(await press(action.action, argsOfRow(action, row)), action.next?.(row));
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
            if (begins) dropFromAddress('do');
            if (said !== undefined) onDone(said, action.next?.(row));
          }}
        />
      )}
    </>
  );
}

/** Takes a parameter out of the page's address, so that a reload does not open the dialog again. */
function dropFromAddress(name: string): void {
  const address = new URL(location.href);
  address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
}

/** Links to other views of the list. */
const Links = ({ links = [] }: DeskList) =>
  links.map((group, place) => (
    <ul key={place} className="desk-links flex flex-wrap gap-1">
      {group.map(({ label, href }) => (
        <li key={label}>
          <a className="flex items-center" href={href} aria-current={href ? undefined : 'true'}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  ));

type FilterProps = { screen: string; query: URLSearchParams; list: DeskList };

/** The form that filters a list. If it has more than one field, it is collapsed until it is used. */
function Filters({ screen, query, list: { filters = [] } }: FilterProps) {
  if (filters.length === 0) return null;
  const form = (
    <form className="desk-filters" method="get" action="/desk">
      <input type="hidden" name="screen" value={screen} />
      {filters.map(({ name, label, options, typed, kept }) => {
        if (kept)
          return <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} />;
        const field = { label, name, defaultValue: query.get(name) ?? '' };
        return options ? (
          <Select key={name} {...field}>
            {Object.entries(options()).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        ) : (
          <Field key={name} {...field} type={typed ? 'search' : 'date'} />
        );
      })}
      <button type="submit" className="button button-quiet w-fit">
        Show list
      </button>
    </form>
  );
  if (filters.length === 1) return form;
  return (
    <details open={filters.some(({ name, kept }) => !kept && query.get(name))}>
      <summary className="link w-fit">Filter</summary>
      {form}
    </details>
  );
}

type OneListProps = {
  screen: string;
  query: URLSearchParams;
  list: DeskList;
  page: Page;
  lists: Lists;
  operator: Operator;
  onDone: (said: string, next?: Link) => void;
  /** Loads more rows of a long list. */
  onMore: () => Promise<void>;
};

/** How many rows are drawn at first: more would make every press slow on a slow phone. */
const step = 50;

/** The most rows that the database returns for a list without pages. */
const mostRows = 400;

/** The number beside a collapsed list's heading: its rows, or only the waiting ones if waiting rows open the list. */
function countOf({ opens, counts = opens, figures }: DeskList, { rows, next }: Page): string {
  if (figures) return '';
  const count = counts ? rows.filter(counts).length : rows.length;
  if (count === 0) return opens || rows.length > 0 ? '' : 'none';
  const isCut = count === rows.length && (next !== null || count >= mostRows);
  return `${count}${isCut ? '+' : ''}`;
}

/**
 * A row shows up to this many buttons side by side. If there are more, only the first two, which are the most used,
 * stay visible.
 */
const beside = 3;

/** One of a screen's lists, with its buttons. */
export function OneList(props: OneListProps) {
  const { screen, query, list, lists, operator, onDone, onMore } = props;
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const { actions = [], together, leadsTo, look } = list;
  const [most, setMost] = useState(list.first ?? step);
  const all = list.hides ? props.page.rows.filter((row) => !list.hides?.(row)) : props.page.rows;
  const isWhole = look !== undefined && look !== 'diary';
  const isCut = !isWhole && all.length > most;
  const page = { ...props.page, rows: isCut ? all.slice(0, most) : all };
  if (list.quiet && all.length === 0) return null;

  const key = (row: Row) => textOf(row[together?.column ?? '']);
  // The ticked row may have disappeared in the meantime.
  const chosen = ticked.filter((one) => all.some((row) => key(row) === one));
  const buttonsOf = (row: Row) => {
    const link = leadsTo?.(row);
    const buttons = actions
      .filter(({ action, when }) => action in operator.may && (when?.(row) ?? true))
      .map((action, place) => (
        <ActionButton
          key={action.label}
          {...{ action, row, lists, operator, onDone }}
          begins={list.facts === true && query.get('do') === action.action}
          {...(!look && !link?.leads && place === 0 && { className: 'button button-quiet' })}
        />
      ));
    // In views by day, all buttons are collapsed, because operators use these views to look, not to act. Rows that can
    // be selected leave them to the button for all.
    const many = buttons.length > beside ? 2 : buttons.length;
    const shown = (look ?? together) ? 0 : list.leads ? 1 : many;
    return (
      <div className="actions">
        {link &&
          (mayOpen(link, operator.may) ? (
            <a className={link.leads ? 'button button-quiet' : 'link'} href={link.href}>
              {link.label}
            </a>
          ) : (
            <span className="text-muted">Only an owner can do this.</span>
          ))}
        {buttons.slice(0, shown)}
        {buttons.length > shown && (
          <details className="desk-more">
            <summary className="link">More</summary>
            <div className="actions">{buttons.slice(shown)}</div>
          </details>
        )}
      </div>
    );
  };
  const hasButtons = actions.length > 0 || leadsTo !== undefined;
  const shown =
    look && page.rows.length > 0 ? (
      look === 'charts' ? (
        <DeskCharts {...{ list, page }} />
      ) : look === 'diary' ? (
        <Suspense fallback={<Loading>Loading the log</Loading>}>
          <DeskDiary {...{ list, page, may: operator.may }} />
        </Suspense>
      ) : look === 'notices' ? (
        <ul className="grid gap-2">
          {page.rows.map((row, place) => (
            <li key={place} className="notice">
              {list.columns.map((column) => (
                <Cell key={column.name} {...{ column, row, may: operator.may }} />
              ))}
              {buttonsOf(row)}
            </li>
          ))}
        </ul>
      ) : (
        <DeskAgenda {...{ list, page, ...(hasButtons && { actions: buttonsOf }) }} />
      )
    ) : (
      <DeskTable
        {...{ list, page, may: operator.may, ...(hasButtons && { actions: buttonsOf }) }}
        {...(together && {
          tick: (row) => (
            <input
              type="checkbox"
              className="desk-box"
              aria-label={`Select ${cellText(list.columns[0] ?? { name: '', label: '' }, row)}`}
              checked={chosen.includes(key(row))}
              onChange={({ target }) =>
                setTicked(
                  target.checked ? [...chosen, key(row)] : chosen.filter((one) => one !== key(row)),
                )
              }
            />
          ),
        })}
      />
    );
  const content = (
    <>
      <Links {...list} />
      <Filters {...{ screen, query, list }} />
      {shown}
      {list.total && all.length > 0 && <p className="mt-2">{list.total(all)}</p>}
      <div className="actions" data-chosen={chosen.length > 0 || undefined}>
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
            action={{
              ...together,
              label: `${together.label} (${chosen.length})`,
              asks: () => together.asks(all.filter((row) => chosen.includes(key(row)))),
            }}
            {...{ lists, operator }}
            more={{ [together.arg]: [...chosen] }}
            className="button button-quiet"
            onDone={(said) => {
              setTicked([]);
              onDone(said);
            }}
          />
        )}
        {list.file && all.length > 0 && (
          <PressButton
            load={loadSaving}
            work={async () => (await loadSaving()).saveList(list, { ...page, rows: all })}
            sayFailure={sayDeskFailure}
          >
            Save as CSV
          </PressButton>
        )}
      </div>
    </>
  );
  const isTarget = location.hash === `#${list.list}`;
  const place = { id: list.list, ...(isTarget && { ref: land }) };
  if (!list.folded) {
    return (
      <section aria-label={list.title} className="mt-8" {...place}>
        <h2 className={list.untitled ? 'sr-only' : 'mb-2 text-xl'}>{list.title}</h2>
        {content}
      </section>
    );
  }
  return (
    <details
      className="desk-list"
      open={isTarget || (list.opens !== undefined && all.some(list.opens))}
      {...place}
    >
      <summary>
        <h2 className="text-xl">{list.title}</h2>{' '}
        <span className="text-muted">{countOf(list, { ...page, rows: all })}</span>
      </summary>
      {content}
    </details>
  );
}
