// @ts-check
/**
 * The checkout page's behaviour, in a frame or on its own page.
 * @import { FailedResponse, FrameMessage, FrameOptions, PageMessage, PaidResponse, SandboxReply } from './messages.ts'
 */

import { element, field, refuse, setBusy, showPanel, submitForm } from './view.js';

/** @type {FrameOptions} */
let options = { key: '' };
let busy = false;

const carried = JSON.parse(element('options').textContent || 'null');
const parentOrigin = new URLSearchParams(location.search).get('parent') ?? '';

if (carried === null) {
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== parentOrigin) return;
    /** @type {PageMessage} */
    const message = event.data;
    if (message.type === 'open') void open(message.options);
    else requestDismissal();
  });
  tell({ type: 'ready' });
} else {
  void open(carried);
}

wireButtons();

/**
 * Shows what has to be paid, or why it cannot be paid.
 * @param {FrameOptions} received
 */
async function open(received) {
  options = received;
  const query = new URLSearchParams({ key_id: options.key, order_id: options.order_id ?? '' });
  const reply = await send(`/v1/checkout/preferences?${query}`);
  if ('error' in reply) {
    showProblem(reply.error.description);
    return;
  }
  if ('amount' in reply) describePurchase(reply.amount);
  fillForm();
  showForm();
}

/** @param {number} amount paise, from the order and not from the page's options */
function describePurchase(amount) {
  const { name, description, image } = options;
  element('merchant').textContent = name || 'Test payment';
  element('description').textContent = description ?? '';
  const price = new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: amount % 100 === 0 ? 0 : 2,
  }).format(amount / 100);
  element('amount').textContent = price;
  element('pay').textContent = `Pay ${price}`;
  if (image) {
    const logo = /** @type {HTMLImageElement} */ (element('logo'));
    logo.addEventListener('load', () => (logo.hidden = false));
    logo.src = image;
  }
}

function fillForm() {
  const { prefill = {}, hidden = {} } = options;
  field('contact').value = prefill.contact ?? '';
  field('email').value = prefill.email ?? '';
  // As in an account that was never told to collect addresses, only the page's options show the field.
  element('email-field').hidden = hidden.email !== false;
}

function wireButtons() {
  element('form').addEventListener('submit', (event) => {
    event.preventDefault();
    void pay();
  });
  element('retry').addEventListener('click', showForm);
  element('close').addEventListener('click', requestDismissal);
  for (const button of document.querySelectorAll('button[data-vpa]')) {
    button.addEventListener('click', () => {
      field('vpa').value = button.getAttribute('data-vpa') ?? '';
      element('pay').focus();
    });
  }
  document.addEventListener('keydown', (event) => {
    if (carried === null && event.key === 'Escape') requestDismissal();
  });
}

/** Shows the form without errors, for the first attempt and for every retry. */
function showForm() {
  refuse('');
  showPanel('form');
}

async function pay() {
  if (busy) return;
  busy = true;
  setBusy(true);
  const reply = await send('/v1/payments/create/ajax', {
    key_id: options.key,
    order_id: options.order_id,
    description: options.description || null,
    contact: field('contact').value,
    email: field('email').value.trim(),
    method: 'upi',
    vpa: field('vpa').value,
  });
  busy = false;
  setBusy(false);
  if ('razorpay_payment_id' in reply) finish(reply);
  else if ('error' in reply) showFailure(reply);
  else if ('callback_lost' in reply) showPanel('lost');
}

/** @param {PaidResponse} response */
function finish(response) {
  if (carried === null) tell({ type: 'paid', response });
  else submitForm(options.callback_url ?? '/', Object.entries(response));
}

/** @param {FailedResponse} response */
function showFailure(response) {
  const { error } = response;
  if (error.metadata?.payment_id === undefined) {
    refuse(error.description, error.field);
    return;
  }
  if (carried !== null) {
    submitForm(options.callback_url ?? '/', failureFields(response));
    return;
  }
  tell({ type: 'failed', response });
  element('failed-reason').textContent = error.description;
  showPanel('failed');
}

/** @param {string} reason */
function showProblem(reason) {
  element('problem-reason').textContent = reason;
  showPanel('problem');
}

/** Leaves at the payer's wish, unless a payment is under way. */
function requestDismissal() {
  if (busy) return;
  if (carried === null) tell({ type: 'dismissed' });
  else submitForm(options.callback_url ?? '/', failureFields(cancelled));
}

/** @type {FailedResponse} */
const unreachable = {
  error: {
    code: 'SERVER_ERROR',
    description: 'The test payment service does not answer. Is it still running?',
    reason: 'server_error',
  },
};

/** @type {FailedResponse} */
const cancelled = {
  error: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Payment processing cancelled by user',
    source: 'customer',
    step: 'payment_authentication',
    reason: 'payment_cancelled',
    metadata: {},
  },
};

/**
 * A failure as the hosted page posts it: `error[code]` and so on, the metadata as JSON text.
 * @param {FailedResponse} response
 * @returns {[string, string][]}
 */
function failureFields({ error }) {
  return Object.entries(error).map(([name, value]) => [
    `error[${name}]`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

/**
 * Calls the sandbox; a missing or unreadable answer counts as a refusal.
 * @param {string} url
 * @param {object} [body]
 * @returns {Promise<SandboxReply>}
 */
async function send(url, body) {
  try {
    const response = await fetch(
      url,
      body && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      },
    );
    return await response.json();
  } catch {
    return unreachable;
  }
}

/** @param {FrameMessage} message */
function tell(message) {
  window.parent.postMessage(message, parentOrigin);
}
