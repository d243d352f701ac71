// Downloaded only for a picture that cannot be stored unchanged.

/**
 * The longest edges to try, in pixels. A profile picture is 112 CSS pixels wide, which can be 336 pixels on a phone.
 */
const [widest, ...narrower] = [1024, 640, 400] as const;

/**
 * Re-encodes a picture as a JPEG of up to `largest` bytes, upright and without metadata; an animated GIF keeps only its
 * first frame. `width` is the picture's width in pixels, if known. Resolves to undefined if the picture cannot be made
 * that small. Rejects if this browser cannot decode it.
 */
export async function shrinkPicture(
  picture: Blob,
  largest: number,
  width: number = widest,
): Promise<Blob | undefined> {
  const image = await createImageBitmap(picture, {
    imageOrientation: 'from-image',
    // Decoded at this width, a photo of 36 million pixels takes 6 MB of memory instead of 144.
    resizeWidth: Math.min(width, widest),
    resizeQuality: 'high',
  });
  try {
    for (const edge of [widest, ...narrower]) {
      const scale = Math.min(1, edge / Math.max(image.width, image.height));
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(image.width * scale));
      canvas.height = Math.max(1, Math.round(image.height * scale));
      const context = canvas.getContext('2d');
      if (!context) return undefined;
      // Transparent areas would become black.
      context.fillStyle = 'white';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/jpeg', 0.85);
      });
      if (blob && blob.size <= largest) return blob;
    }
    return undefined;
  } finally {
    // Frees the pixels now, because garbage collection may take a while.
    image.close();
  }
}
