/**
 * Translates the page, as browsers do, until the observer is disconnected: as soon as a text node appears or changes, an
 * element with a copy of its text replaces it (§12.54). The words stay the same, so that tests find them, unless
 * `widens`: every ASCII character then becomes its full-width form, which `normalize('NFKC')` undoes. It uses nothing
 * from this module, so a browser test can send it to the page.
 */
export function translate(widens = false): MutationObserver {
  const kept = 'script, style, textarea, title, noscript, svg, font, [translate="no"]';
  const wide = (words: string) =>
    words.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
  const wrap = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const words = node.textContent ?? '';
      if (!words.trim() || !node.parentElement || node.parentElement.closest(kept)) return;
      const font = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font');
      const [outer, inner] = [font(), font()];
      inner.textContent = widens ? wide(words) : words;
      outer.append(inner);
      node.parentElement.replaceChild(outer, node);
    } else if (!(node instanceof Element && node.closest(kept))) {
      for (const child of [...node.childNodes]) wrap(child);
    }
  };
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target.nodeType === Node.TEXT_NODE) wrap(target);
      for (const node of addedNodes) wrap(node);
    }
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
  return observer;
}
