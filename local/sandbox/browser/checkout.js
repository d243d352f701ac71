// @ts-check
/** @import { CheckoutOptions, FailedResponse, FrameMessage } from './messages.ts' */

'use strict';

// A classic script like the real one. The block keeps everything but `Razorpay` out of the page's scope.
{
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) throw new Error('checkout.js needs a script element');
  const host = new URL(script.src).origin;

  // This computer's other name. The real script loads its window and parts from other hosts than its own, so a page
  // whose policy allows only the first host cannot pay here either.
  const second = new URL(host);
  second.hostname = second.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  const otherHost = second.origin;

  /** True on the provider's own page, where a failed or dismissed purchase returns to the shop. */
  const isHosted = location.origin === host;

  /** Browsers that cannot show the frame, mostly those inside other apps. */
  const needsRedirect = !isHosted && /FBA[NV]|Instagram|CriOS|; wv\)/.test(navigator.userAgent);

  /** @type {FailedResponse} */
  const cancelled = {
    error: { code: 'BAD_REQUEST_ERROR', description: 'Payment processing cancelled by user' },
  };

  /** The provider's checkout with the two methods that the site calls, and the same class names and order of events. */
  class Razorpay {
    /** @type {CheckoutOptions} */
    #options;
    /** @type {((response: FailedResponse) => void)[]} */
    #failureListeners = [];
    /** @type {(() => void) | undefined} */
    #close;

    /** @param {CheckoutOptions} options */
    constructor(options) {
      this.#options = options;
    }

    /** Shows the checkout, or goes to the hosted page if the browser asks for it. */
    open() {
      // JSON leaves out functions, because they cannot be sent.
      const options = JSON.stringify(this.#options);
      if (needsRedirect || (!isHosted && this.#options.redirect))
        submitForm(`${host}/v1/checkout/embedded`, { options });
      else this.#close ??= showOverlay(this.#options, (message) => this.#react(message));
      return this;
    }

    /**
     * @param {string} event
     * @param {(response: FailedResponse) => void} listener
     */
    on(event, listener) {
      if (event === 'payment.failed') this.#failureListeners.push(listener);
      return this;
    }

    /** @param {FrameMessage} message */
    #react(message) {
      const { callback_url: callbackUrl = '', modal } = this.#options;
      if (message.type === 'failed') {
        if (isHosted) submitForm(callbackUrl, failureFields(message.response));
        for (const listener of this.#failureListeners) listener(message.response);
        return;
      }
      this.#close?.();
      this.#close = undefined;
      if (message.type === 'paid') submitForm(callbackUrl, message.response);
      else if (isHosted) submitForm(callbackUrl, failureFields(cancelled));
      else modal?.ondismiss?.();
    }
  }

  Object.assign(window, { Razorpay });

  /**
   * A failure as the hosted page posts it: `error[code]` and so on, the metadata as JSON text.
   * @param {FailedResponse} response
   */
  function failureFields({ error: { metadata, ...error } }) {
    const fields = Object.entries({ ...error, metadata: JSON.stringify(metadata ?? {}) });
    return Object.fromEntries(fields.map(([name, value]) => [`error[${name}]`, value]));
  }

  /**
   * Leaves the page by posting a form, as the provider does with its callback.
   * @param {string} action
   * @param {Record<string, string>} fields
   */
  function submitForm(action, fields) {
    const form = element('form', { method: 'post', action, hidden: true });
    for (const [name, value] of Object.entries(fields)) {
      form.append(element('input', { type: 'hidden', name, value }));
    }
    document.body.append(form);
    form.submit();
  }

  /**
   * Shows the frame over the page and passes its messages on. Returns a function that closes it.
   * @param {CheckoutOptions} options
   * @param {(message: FrameMessage) => void} react
   */
  function showOverlay(options, react) {
    const container = element('div', { className: 'razorpay-container' });
    const frame = element('iframe', {
      className: 'razorpay-checkout-frame',
      title: 'Test payment',
      // The page in the frame reads its options here, because addresses end up in logs.
      name: JSON.stringify({ ...options, parent: location.origin }),
      src: `${otherHost}/v1/checkout/public?order_id=${options.order_id}`,
    });
    const focusedBefore = document.activeElement;
    const closing = new AbortController();
    const { signal } = closing;

    /** @param {MessageEvent<FrameMessage>} event */
    function listen({ origin, source, data }) {
      if (origin === otherHost && source === frame.contentWindow) react(data);
    }

    /** @param {FocusEvent} event */
    function keepFocus({ target }) {
      if (target instanceof Node && !container.contains(target)) frame.focus();
    }

    window.addEventListener('message', listen, { signal });
    document.addEventListener('focusin', keepFocus, { signal });
    container.append(...parts(), frame);
    document.body.append(container);
    frame.focus();

    return () => {
      closing.abort();
      container.remove();
      if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
    };
  }

  /**
   * The real script's additions to the page besides its window: a style element, and a script, a style sheet, a picture
   * and a report from its other hosts.
   */
  function parts() {
    const assets = `${otherHost}/v1/checkout/assets`;
    navigator.sendBeacon(`${otherHost}/v1/checkout/track`);
    return [
      element('style', { textContent: '@keyframes rzp-rot{to{transform: rotate(360deg);}}' }),
      element('link', { rel: 'stylesheet', href: `${assets}/overlay.css` }),
      element('script', { src: `${assets}/helper.js` }),
      element('img', { src: `${assets}/picture.svg`, alt: '', hidden: true }),
    ];
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {object} properties
   */
  function element(tag, properties) {
    return Object.assign(document.createElement(tag), properties);
  }
}
