// Downloaded for a picture that is too large.

/** The longest edges in pixels to try. A profile picture is shown at 112 px, three times as fine on a phone. */
const edges = [1024, 640, 400];

/**
 * A JPEG of the picture with at most this many bytes, upright as a camera means it and without anything else that the
 * file says; of a moving GIF its first frame. Undefined if it cannot be made that small. Rejects for a file that is no
 * picture.
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
    // What is transparent would become black.
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
