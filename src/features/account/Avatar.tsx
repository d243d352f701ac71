import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { initials } from '../../domain/words/initials.ts';
import { $shownMember } from './profile-store.ts';
import '../ui/initials.css';

type AvatarProps = {
  /** A public URL or a `data:` URL; empty if there is no picture, undefined while that is unknown. */
  src: string | undefined;
  /** Empty if text beside the picture already says whose it is. */
  alt: string;
  size: number;
};

/** The member's picture, or the member's initials if there is none or it does not load (§7.1). */
export function Avatar({ src, alt, size }: AvatarProps) {
  const member = useStore($shownMember, { ssr: 'initial' });
  const [broken, setBroken] = useState('');
  if (src === undefined) return <span className="avatar" />;
  if (src === '' || src === broken) {
    return (
      <span
        className="avatar initials"
        data-initials={initials(member?.name ?? '')}
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      />
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      className="avatar"
      onError={() => setBroken(src)}
    />
  );
}
