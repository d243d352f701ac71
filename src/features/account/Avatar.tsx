import { useState } from 'react';
import defaultAvatar from './avatar-default.svg?inline';

type AvatarProps = {
  /** A public URL or a `data:` URL; empty for the default avatar, undefined while the picture is unknown. */
  src: string | undefined;
  /** Empty if text beside the picture already says whose it is. */
  alt: string;
  size: number;
};

/** A member's picture, or the default avatar if there is none or it does not load (§7.1). */
export function Avatar({ src, alt, size }: AvatarProps) {
  const [broken, setBroken] = useState('');
  if (src === undefined) return <span className="avatar" />;
  return (
    <img
      src={src && src !== broken ? src : defaultAvatar}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      className="avatar"
      onError={() => setBroken(src)}
    />
  );
}
