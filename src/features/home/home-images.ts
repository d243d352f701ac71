import { messages } from '../../domain/messages.ts';
import { showToast } from '../toasts/toast.ts';
import { $home, type HomeImages } from './home-store.ts';

const images = document.querySelectorAll<HTMLImageElement>('[data-home-image]');

/** Shows the picture at `url` once it has been loaded; one that cannot be shown changes nothing. */
async function replacePicture(image: HTMLImageElement, url: string): Promise<void> {
  const source = new URL(url, location.origin).href;
  if (image.src === source) return;
  const picture = new Image();
  picture.src = source;
  try {
    await picture.decode();
  } catch {
    return;
  }
  image.src = source;
}

/** Makes the pictures of the page equal to what the owner has put into the table home. */
function showPictures(home: HomeImages): void {
  for (const image of images) {
    const url = home.get(image.dataset['homeImage'] ?? '');
    if (url && URL.canParse(url, location.origin)) void replacePicture(image, url);
  }
}

let told: unknown;
$home.listen(({ data, error }) => {
  if (data) showPictures(data);
  if (error && error !== told) void showToast('error', messages.homeFailed);
  told = error;
});

// A picture that comes into view later asks again, if what is known is stale by then.
const near = new IntersectionObserver((entries) => {
  if (entries.some(({ isIntersecting }) => isIntersecting)) void $home.fetch();
});
for (const image of images) near.observe(image);
