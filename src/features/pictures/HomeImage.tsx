import { useStore } from '@nanostores/react';
import { useEffect, useState, type ComponentPropsWithRef } from 'react';
import type { ImageName } from '../../content/copy.ts';
import { $home } from './home-store.ts';

type HomeImageProps = ComponentPropsWithRef<'img'> & {
  /** The picture's `imagename` in the `home` table. */
  name: ImageName;
  /** Empty by default, because most pictures are decoration. */
  alt?: string;
  width: number;
  height: number;
};

/** The address of the last picture that was decoded; undefined before the first. */
function useDecoded(address: string | undefined): string | undefined {
  const [decoded, setDecoded] = useState<string>();
  useEffect(() => {
    if (!address) return;
    const picture = new Image();
    picture.src = address;
    let isLatest = true;
    picture.decode().then(
      () => {
        if (isLatest) setDecoded(address);
      },
      // If decoding fails, the page keeps its picture.
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [address]);
  return decoded;
}

/** A picture built into the page, shown until the one from the `home` table is loaded (§3.1). */
export function HomeImage({
  name,
  alt = '',
  className = 'w-full rounded-card',
  ...attributes
}: HomeImageProps) {
  const { data } = useStore($home, { ssr: 'initial' });
  const src = useDecoded(data?.get(name)) ?? `/home/${name}.svg`;

  return (
    <img
      src={src}
      alt={alt}
      data-home-image={name}
      className={className}
      loading="lazy"
      decoding="async"
      {...attributes}
    />
  );
}
