// @ts-check
/**
 * @import { CheckoutOptions, FailedResponse, FrameMessage, FrameOptions, PageMessage, PaidResponse } from './messages.ts'
 */

'use strict';

// A classic script like the real one; the block keeps everything but `Razorpay` out of the page's scope.
{
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) throw new Error('checkout.js needs a script element');
  const host = new URL(script.src).origin;
  const otherHost = secondHost(script.src);

  /** Browsers that cannot show the frame, most of them inside other apps. */
  const needsRedirect = /FBA[NV]|Instagram|CriOS|; wv\)/.test(navigator.userAgent);

  /** The provider's checkout with the two methods that the site calls, and the same class names and order of events. */
  class Razorpay {
    /** @type {CheckoutOptions} */
    #options;
    /** @type {((response: FailedResponse) => void)[]} */
    #failureListeners = [];
    /** @type {{ close: () => void } | undefined} */
    #overlay;

    /** @param {CheckoutOptions} options */
    constructor(options) {
      this.#options = options;
    }

    /** Shows the checkout, or goes to the hosted page if the browser asks for it. */
    open() {
      if (this.#overlay !== undefined) return this;
      if (this.#options.callback_url && needsRedirect) {
        submitForm(`${host}/v1/checkout/embedded`, hostedFields(this.#options));
        return this;
      }
      this.#overlay = showOverlay(this.#options, {
        paid: (response) => this.#paid(response),
        failed: (response) => {
          for (const listener of this.#failureListeners) listener(response);
        },
        dismissed: () => this.#dismissed(),
      });
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

    /** @param {PaidResponse} response */
    #paid(response) {
      this.#close();
      const { callback_url: callbackUrl } = this.#options;
      if (callbackUrl) submitForm(callbackUrl, Object.entries(response));
    }

    #dismissed() {
      this.#close();
      this.#options.modal?.ondismiss?.();
    }

    #close() {
      this.#overlay?.close();
      this.#overlay = undefined;
    }
  }

  Object.assign(window, { Razorpay });

  /**
   * The other name of this computer. The real script takes its window and its parts from other hosts
   * than its own, so a page whose policy allows only the first one cannot pay here either.
   * @param {string} address
   */
  function secondHost(address) {
    const url = new URL(address);
    url.hostname = url.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    return url.origin;
  }

  /**
   * The options without functions, which cannot be sent.
   * @param {CheckoutOptions} options
   * @returns {FrameOptions}
   */
  function frameOptions(options) {
    return JSON.parse(JSON.stringify(options));
  }

  /**
   * The fields of the hosted page's form: nested options become `prefill[email]`.
   * @param {CheckoutOptions} options
   * @returns {[string, string][]}
   */
  function hostedFields(options) {
    const { key, ...rest } = frameOptions(options);
    return [
      ['key_id', key],
      ...Object.entries(rest).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).map(([inner, deep]) => pair(`${name}[${inner}]`, deep))
          : [pair(name, value)],
      ),
    ];
  }

  /**
   * @param {string} name
   * @param {unknown} value
   * @returns {[string, string]}
   */
  function pair(name, value) {
    return [name, String(value)];
  }

  /**
   * Leaves the page by posting a form, as the provider does with its callback.
   * @param {string} action
   * @param {[string, string][]} fields
   */
  function submitForm(action, fields) {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = action;
    form.hidden = true;
    for (const [name, value] of fields) {
      const input = document.createElement('input');
      input.type = 'hidden';
      input.name = name;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  /**
   * @typedef {object} Reactions
   * @property {(response: PaidResponse) => void} paid
   * @property {(response: FailedResponse) => void} failed
   * @property {() => void} dismissed
   */

  /**
   * Shows the frame over the page and reacts to its messages, until it is closed.
   * @param {CheckoutOptions} options
   * @param {Reactions} reactions
   */
  function showOverlay(options, reactions) {
    const { container, frame } = overlayElements();
    const focusedBefore = document.activeElement;
    const overflowBefore = document.body.style.overflow;
    let ready = false;

    /** @param {PageMessage} message */
    function tell(message) {
      frame.contentWindow?.postMessage(message, otherHost);
    }

    /** @param {MessageEvent<FrameMessage>} event */
    function listen(event) {
      if (event.origin !== otherHost || event.source !== frame.contentWindow) return;
      const message = event.data;
      switch (message.type) {
        case 'ready':
          ready = true;
          tell({ type: 'open', options: frameOptions(options) });
          frame.focus();
          return;
        case 'paid':
          return reactions.paid(message.response);
        case 'failed':
          return reactions.failed(message.response);
        case 'dismissed':
          return reactions.dismissed();
      }
    }

    /** @param {KeyboardEvent} event */
    function onKey(event) {
      if (event.key !== 'Escape') return;
      if (ready) tell({ type: 'dismiss' });
      else reactions.dismissed();
    }

    /** @param {FocusEvent} event */
    function keepFocus(event) {
      if (event.target instanceof Node && !container.contains(event.target)) frame.focus();
    }

    window.addEventListener('message', listen);
    document.addEventListener('keydown', onKey);
    document.addEventListener('focusin', keepFocus);
    document.body.style.overflow = 'hidden';
    document.body.append(container);
    frame.focus();

    return {
      close() {
        window.removeEventListener('message', listen);
        document.removeEventListener('keydown', onKey);
        document.removeEventListener('focusin', keepFocus);
        document.body.style.overflow = overflowBefore;
        container.remove();
        if (focusedBefore instanceof HTMLElement) focusedBefore.focus();
      },
    };
  }

  /**
   * What the real script adds to the page besides its window: a style element, and a script, a style
   * sheet, a picture and a report from its other hosts.
   */
  function parts() {
    const style = document.createElement('style');
    style.textContent = '@keyframes rzp-rot{to{transform: rotate(360deg);}}';
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = `${otherHost}/v1/checkout/assets/overlay.css`;
    const helper = document.createElement('script');
    helper.src = `${otherHost}/v1/checkout/assets/helper.js`;
    const picture = document.createElement('img');
    picture.src = `${otherHost}/v1/checkout/assets/picture.svg`;
    picture.alt = '';
    picture.hidden = true;
    navigator.sendBeacon(`${otherHost}/v1/checkout/track`);
    return [style, sheet, helper, picture];
  }

  /** Creates the elements of the overlay. */
  function overlayElements() {
    const container = document.createElement('div');
    container.className = 'razorpay-container';
    Object.assign(container.style, {
      position: 'fixed',
      inset: '0',
      zIndex: '2147483647',
      height: '100%',
      overflow: 'auto',
    });

    const backdrop = document.createElement('div');
    backdrop.className = 'razorpay-backdrop';
    backdrop.ariaHidden = 'true';
    Object.assign(backdrop.style, {
      position: 'fixed',
      inset: '0',
      overflow: 'hidden',
      backgroundColor: 'rgba(0, 0, 0, 0.6)',
    });

    const frame = document.createElement('iframe');
    frame.className = 'razorpay-checkout-frame';
    frame.title = 'Test payment';
    frame.src = `${otherHost}/v1/checkout/public?parent=${encodeURIComponent(location.origin)}`;
    Object.assign(frame.style, {
      position: 'relative',
      display: 'block',
      width: '100%',
      height: '100%',
      border: '0',
      background: 'transparent',
      colorScheme: 'normal',
    });

    container.append(...parts(), backdrop, frame);
    return { container, frame };
  }
}
