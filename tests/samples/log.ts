import { beforeEach, vi } from 'vitest';

/** What our functions log in each test of a file, which is then not printed. */
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
