import type { Own } from './own.ts';

/** What the member already has, with its link. */
export function OwnWords({ own: { says, does, href } }: { own: Own }) {
  if (!does) {
    return (
      <a className="link" href={href}>
        {says}
      </a>
    );
  }
  return (
    <>
      <span className="text-ink">{`${says} `}</span>
      <a className="text-link whitespace-nowrap" href={href}>
        {does}
      </a>
    </>
  );
}
