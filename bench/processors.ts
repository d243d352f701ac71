import { execFileSync } from 'node:child_process';
import { availableParallelism, platform } from 'node:os';

type Process = { pid: number; parent: number; command: string };

function runningProcesses(): Process[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
    });
}

// Pages run in renderers, which Chromium forks from this process.
const runsPages = ({ command }: Process) =>
  command.includes('--type=renderer') ||
  (command.includes('--type=zygote') && !command.includes('--no-zygote-sandbox'));

/**
 * Assigns the first processor to the pages of the browser with this profile, and the other processors to the rest of
 * the browser and to this process. The servers and the database that a phone uses run elsewhere, so a page that shared
 * its processor with them would seem blocked. Returns a function that gives this process all processors again, for
 * browsers that it starts later. Returns undefined if this is not Linux or there is no second processor.
 */
export function separatePages(profile: string): (() => void) | undefined {
  const processors = availableParallelism();
  if (platform() !== 'linux' || processors < 2) return undefined;
  const pin = (pid: number, list: string) =>
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, String(pid)]);

  const others = `1-${processors - 1}`;
  const running = runningProcesses();
  const browser = new Set(
    running.filter(({ command }) => command.includes(profile)).map(({ pid }) => pid),
  );
  for (const process of running) {
    if (browser.has(process.parent)) browser.add(process.pid);
  }
  for (const process of running) {
    if (browser.has(process.pid)) pin(process.pid, runsPages(process) ? '0' : others);
  }
  pin(process.pid, others);
  return () => pin(process.pid, `0-${processors - 1}`);
}
