import { mentorLinkPages } from '../../domain/links.ts';
import { keptText } from '../../lib/kept-text.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import type { Elements } from '../ui/elements.ts';

const ownLink = keptText(storageKeys.mentorLink, 'session');

type OwnPageLinkProps = {
  label?: string;
  /** For a mentor who did not come from there, and therefore has no link. */
  otherwise?: Elements;
};

/** A mentor who came from their own page, in this tab, can go back to it: its link is kept here. */
export function OwnPageLink({
  label = 'See your sessions and times',
  otherwise = (
    <span>Your own page, with your sessions and times, is linked in each of our emails.</span>
  ),
}: OwnPageLinkProps) {
  if (ownLink.read() === undefined) return otherwise;
  return (
    <a className="link text-ink" href={mentorLinkPages.page}>
      {label}
    </a>
  );
}
