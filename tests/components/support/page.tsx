import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { toast as allToasts } from 'react-hot-toast/headless';
import { onTestFinished, vi } from 'vitest';
import { show } from './island.tsx';

/** Renders islands on a page that shows toasts, as every page of the site does. */
export function showPage(load: () => Promise<ReactElement>) {
  // The library keeps its toasts in a module, from test to test.
  allToasts.remove();
  return show(async () => {
    const { Toaster } = await import('../../../src/features/ui/Toaster.tsx');
    const islands = await load();
    return (
      <>
        {islands}
        <Toaster />
      </>
    );
  });
}

/** The toast with this message, as soon as it is shown. */
export const toast = (message: string | RegExp) =>
  screen.findByText(message, { selector: '.toast span' });

/** Records where the page goes instead of this one. */
export function watchLeaving() {
  return vi.spyOn(location, 'replace').mockImplementation(() => undefined);
}

/** Lets the page run in the browser of an Android app, which can neither save, share nor print. */
export function openInsideApp(): void {
  const webView = 'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 Version/4.0';
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(webView);
}

/** Stops the clock but for real time; returns a function that lets these ms pass. */
export function takeClock(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return (ms) => act(() => vi.advanceTimersByTimeAsync(ms));
}

/** Puts a text into a field in place of the one that is there. */
export async function fillIn(user: UserEvent, label: string, text: string): Promise<void> {
  const input = await screen.findByLabelText(label);
  await user.clear(input);
  await user.click(input);
  await user.paste(text);
}
