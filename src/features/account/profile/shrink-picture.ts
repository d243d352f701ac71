// Downloaded for a picture that is too large.

/** The longest edges to try, in pixels. A profile picture is shown at 112 CSS pixels, which are up to 336 on a phone. */
const edges = [1024, 640, 400];

/**
 * Re-encodes a picture as a JPEG of at most `largest` bytes, upright and without metadata; of an animated GIF it keeps
 * the first frame. Resolves to undefined if it cannot be made that small. Rejects if the file is not a picture.
 */
export async function shrinkPicture(file: File, largest: number): Promise<File | undefined> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  for (const edge of edges) {
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
    if (blob && blob.size <= largest) return new File([blob], file.name, { type: blob.type });
  }
  return undefined;
}
