import { plain, Sentence } from '../ui/Sentence.tsx';
import type { Also } from './say-also.ts';

function Link({ words, href, isNext, says }: Also) {
  const look = says === undefined ? 'link' : 'text-link inline-block';
  return (
    <a className={isNext ? 'button button-quiet' : look} href={href}>
      <Sentence words={words} />
    </a>
  );
}

/** The links below the next step, then the news, each with its link (§15.70). */
export function NextLinks({ links }: { links: readonly Also[] }) {
  const news = links.filter(({ says }) => says !== undefined);
  return (
    <>
      {links
        .filter((one) => !news.includes(one))
        .map((one) => (
          <Link key={one.href} {...one} />
        ))}
      {news.length > 0 && (
        <ul className="next-news w-full">
          {news.map(({ says = '', ...one }) => (
            <li key={one.href} className={one.isNext && 'flex flex-col items-start gap-2'}>
              <p>
                <Sentence words={says} />
                <span>{plain(says).endsWith('?') ? ' ' : '. '}</span>
                {!one.isNext && <Link {...{ says, ...one }} />}
              </p>
              {one.isNext && <Link {...one} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
