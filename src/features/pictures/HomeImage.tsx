import { useStore } from '@nanostores/react';
import { useEffect, useState, type ComponentPropsWithRef } from 'react';
import type { ImageName } from '../../content/copy.ts';
import { $home } from './home-store.ts';

type HomeImageProps = ComponentPropsWithRef<'img'> & {
  /** The picture's imagename in the table `home`. */
  name: ImageName;
  /** Empty by default, because most are decorations. */
  alt?: string;
  width: number;
  height: number;
};

/** The latest address whose picture was decoded; undefined before the first. */
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
      // The page keeps the picture it has.
      () => undefined,
    );
    return () => {
      isLatest = false;
    };
  }, [address]);
  return decoded;
}

/** A picture that comes with the page, until the one of the table `home` is loaded (§3.1). */
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
