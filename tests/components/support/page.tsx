import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { toast as allToasts } from 'react-hot-toast/headless';
import { onTestFinished, vi } from 'vitest';
import { show } from './island.tsx';

/** Renders islands together with the toaster, because every page of the site has one. */
export function showPage(load: () => Promise<ReactElement>) {
  // The library keeps its toasts in a module, so they would last from test to test.
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

export const toast = (message: string | RegExp) =>
  screen.findByText(message, { selector: '.toast span' });

/** Records where the page redirects, because the tests stay on this page. */
export function watchLeaving() {
  return vi.spyOn(location, 'replace').mockImplementation(() => undefined);
}

/** Pretends to be an Android app’s browser, which can neither save, share nor print. */
export function openInsideApp(): void {
  const webView = 'Mozilla/5.0 (Linux; Android 15; Pixel 8; wv) AppleWebKit/537.36 Version/4.0';
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(webView);
}

/** Stops the clock except for real time; returns a function that lets this many ms pass. */
export function takeClock(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return (ms) => act(() => vi.advanceTimersByTimeAsync(ms));
}

export async function fillIn(user: UserEvent, label: string, text: string): Promise<void> {
  const input = await screen.findByLabelText(label);
  await user.clear(input);
  await user.click(input);
  await user.paste(text);
}
