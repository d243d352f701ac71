import { Sentence } from '../ui/Sentence.tsx';
import type { Also } from './say-also.ts';

/** The quiet links below the next step, then the news, each with its link (§15.70). */
export function NextLinks({ links }: { links: readonly Also[] }) {
  const news = links.filter(({ says }) => says !== undefined);
  return (
    <>
      {links
        .filter((one) => !news.includes(one))
        .map(({ words, href }) => (
          <a key={href} className="link" href={href}>
            <Sentence words={words} />
          </a>
        ))}
      {news.length > 0 && (
        <ul className="next-news w-full">
          {news.map(({ says = '', words, href }) => (
            <li key={href}>
              <Sentence words={says} />
              <span>. </span>
              <a className="text-link" href={href}>
                <Sentence words={words} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
