import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createMemberStore, type MemberStore } from '../../lib/member-store.ts';
import { Loading } from '../ui/Loading.tsx';
import { MemberPage } from '../ui/MemberPage.tsx';
import { Field } from '../ui/Field.tsx';
import { showToast } from '../ui/toast.ts';
import type { Lists } from './ActionForm.tsx';
import { Breakable } from './Breakable.tsx';
import type { DeskScreen, Link } from './desk-screen.ts';
import { readLists, readOn, type Page } from './desk-calls.ts';
import { deskStatus, type Operator } from './desk-store.ts';
import { ActionButton, OneList } from './OneList.tsx';
import { useCode } from './CodeGate.tsx';

const words = {
  loading: 'Loading the desk',
  notLoaded: 'We could not load this page.',
  offline:
    'You are offline. This is the last version we loaded; the buttons work again once you are connected.',
};

type TopProps = { screen: DeskScreen; query: URLSearchParams; lists?: Lists };

/** The screen's name and purpose, or what is open on it, with the way back. The tab has the same name. */
function Top({ screen, query, lists = {} }: TopProps) {
  const opened = screen.opened?.(query);
  const title = opened ? opened.title(lists[opened.list]?.rows[0]) : screen.label;
  useEffect(() => {
    document.title = document.title.replace(/.*(?= \| )/, () => title);
  }, [title]);
  if (opened) {
    return (
      <>
        <a className="link" href={opened.back.href}>
          {opened.back.label}
        </a>
        <h1 className="text-3xl">
          <Breakable text={title} />
        </h1>
      </>
    );
  }
  return (
    <>
      <h1 className="text-3xl">{title}</h1>
      <p>
        {typeof screen.purpose === 'string'
          ? screen.purpose
          : screen.purpose((name) => lists[name]?.rows)}
      </p>
      <Search {...{ screen, query }} />
    </>
  );
}

function Search({ screen, query }: TopProps) {
  if (!screen.search) return null;
  const { name, label, hint, button } = screen.search;
  return (
    <form className="desk-search mt-4 max-w-xl" method="get" action="/desk" role="search">
      <input type="hidden" name="screen" value={screen.name} />
      <Field {...{ label, hint, name }} defaultValue={query.get(name) ?? ''} type="search" />
      <button type="submit" className="button w-fit">
        {button}
      </button>
    </form>
  );
}

type ScreenProps = { screen: DeskScreen; query: URLSearchParams; operator: Operator };

/** The lists of a screen that this operator may read. */
type Wanted = ReturnType<DeskScreen['lists']>;

type ListsProps = ScreenProps & { wanted: Wanted; store: MemberStore<Page[]> };

function ShownLists({ screen, query, operator, wanted, store }: ListsProps) {
  const [{ said, next }, setDone] = useState<{ said: string; next?: Link | undefined }>({
    said: '',
  });
  const { data } = useStore(store.$data, { ssr: 'initial' });
  const status = useRef<HTMLParagraphElement>(null);

  const done = (what: string, then?: Link) => {
    setDone({ said: what, next: then });
    // The pressed button may have disappeared with its row.
    status.current?.focus();
    showToast('success', what, { announced: false });
    void store.showFresh();
    // The bar shows how much is waiting on each screen, so its numbers need refreshing too.
    void deskStatus.showFresh();
  };

  const lists: Lists = Object.fromEntries(
    wanted.flatMap(({ list }, place) => {
      const page = data?.[place];
      return page ? [[list, page]] : [];
    }),
  );

  return (
    <>
      <Top {...{ screen, query, lists }} />
      <p role="status" ref={status} tabIndex={-1} className="desk-said">
        {said && <span>{said}</span>}
        {next && (
          <>
            <span> </span>
            <a className="link" href={next.href}>
              {next.label}
            </a>
          </>
        )}
      </p>
      <MemberPage {...store} words={words}>
        {(pages) => (
          <>
            {screen.actions && !screen.opened?.(query) && (
              <div className="actions mt-5" data-buttons>
                {screen.actions.map((action) => (
                  <ActionButton
                    key={action.label}
                    {...{ action, lists, operator }}
                    className="button button-quiet"
                    begins={query.get('do') === action.action}
                    onDone={done}
                  />
                ))}
              </div>
            )}
            {wanted.map((list, place) => {
              const page = pages[place];
              return (
                page && (
                  <OneList
                    key={list.list}
                    {...{ screen: screen.name, query, list, page, lists, operator }}
                    onDone={done}
                    onMore={() =>
                      store.replace(async () => {
                        const longer = await readOn(list, page);
                        return (store.$data.get().data ?? pages).with(place, longer);
                      })
                    }
                  />
                )
              );
            })}
          </>
        )}
      </MemberPage>
    </>
  );
}

/** A screen of the desk: its lists in order, each with its buttons (§22.5). */
export function Screen(props: ScreenProps) {
  const { screen, query, operator } = props;
  const askCode = useCode();
  const [wanted] = useState(() => screen.lists(query).filter(({ list }) => list in operator.may));
  const [store, setStore] = useState<MemberStore<Page[]>>();
  const newStore = useEffectEvent(() => {
    const readAll = async (): Promise<Page[]> => {
      if (wanted.some(({ list }) => operator.may[list])) await askCode();
      const pages = wanted.length > 0 ? await readLists(wanted) : [];
      // When a long list is reloaded, it shows as many rows as before.
      const shown = lists.$data.get().data ?? [];
      return Promise.all(
        pages.map(async (page, place) => {
          const list = wanted[place];
          return list ? readOn(list, page, shown[place]?.rows.length ?? 0) : page;
        }),
      );
    };
    const lists = createMemberStore(`desk ${screen.name}`, readAll);
    return lists;
  });
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- React may discard the first rendering of a part that loads late, and a store created during that rendering would send its request again
    setStore(newStore());
  }, []);

  if (store) return <ShownLists {...props} {...{ wanted, store }} />;
  return (
    <>
      <Top {...{ screen, query }} />
      <Loading className="loading-page mt-8">{words.loading}</Loading>
    </>
  );
}
