import { captchaHost } from '../domain/environment/environment.ts';
import { addScript } from './add-script.ts';
import { patience } from '../domain/in-time.ts';

type Options = {
  sitekey: string;
  appearance: 'interaction-only';
  callback: (token: string) => void;
  /**
   * Called when the visitor has to click the widget. After that, the widget's own time limit applies, which ends with
   * 'timeout-callback'.
   */
  'before-interactive-callback': () => void;
  'error-callback': () => void;
  'timeout-callback': () => void;
};

declare global {
  interface Window {
    /** Defined by Turnstile's script. */
    turnstile?: { render(place: HTMLElement, options: Options): string; remove(id: string): void };
  }
}

/** Resolves to a token for one request. Visitors see the widget only if they have to click it. */
export async function solveCaptcha(sitekey: string): Promise<string> {
  if (!window.turnstile) await addScript(`${captchaHost}/turnstile/v0/api.js?render=explicit`);
  const { turnstile } = window;
  if (!turnstile) throw new Error('The script did not define turnstile.');
  const place = document.createElement('div');
  Object.assign(place.style, {
    position: 'fixed',
    inset: 'auto 0 1rem',
    display: 'grid',
    placeItems: 'center',
    zIndex: '50',
  });
  document.body.append(place);
  let widget = '';
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = () => reject(new Error('The CAPTCHA was not solved.'));
      const timer = setTimeout(fail, patience);
      widget = turnstile.render(place, {
        sitekey,
        appearance: 'interaction-only',
        callback: resolve,
        'before-interactive-callback': () => clearTimeout(timer),
        'error-callback': fail,
        'timeout-callback': fail,
      });
    });
  } finally {
    if (widget) turnstile.remove(widget);
    place.remove();
  }
}
