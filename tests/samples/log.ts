import { beforeEach, vi } from 'vitest';

/** Collects what our functions log in each test of a file, instead of printing it. */
export function captureLog(): string[] {
  const log: string[] = [];
  beforeEach(() => {
    log.length = 0;
    for (const level of ['info', 'warn', 'error'] as const) {
      vi.spyOn(console, level).mockImplementation((line: string) => {
        log.push(line);
      });
    }
  });
  return log;
}
