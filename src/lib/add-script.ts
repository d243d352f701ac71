// In milliseconds. After this time, a script counts as blocked (P45).
const timeout = 10_000;

/** Adds a script from another host to the page. Rejects if it is blocked or takes longer than 10 s. */
export function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error(`${src} could not be loaded.`));
    };
    const timer = setTimeout(fail, timeout);
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    script.src = src;
    document.head.append(script);
  });
}
