// @ts-check
/**
 * The behaviour of the checkout page in its frame.
 * @import { FrameMessage, FrameOptions, SandboxReply } from './messages.ts'
 */

/** @type {FrameOptions & { parent: string }} */
const { parent: parentOrigin, prefill = {}, hidden = {}, ...options } = JSON.parse(window.name);

const payButton = /** @type {HTMLButtonElement} */ (element('pay'));

element('merchant').textContent = options.name ?? 'Test payment';
element('description').textContent = options.description ?? '';
if (options.image) element('logo').setAttribute('src', options.image);
field('contact').value = prefill.contact ?? '';
field('email').value = prefill.email ?? '';
// As in an account that was never told to collect addresses, only the page's options show the field.
element('email-field').hidden = hidden.email !== false;

element('form').addEventListener('submit', (event) => {
  event.preventDefault();
  void pay();
});
element('retry').addEventListener('click', showForm);
element('close').addEventListener('click', dismiss);
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') dismiss();
});
showForm();

async function pay() {
  payButton.disabled = true;
  const reply = await attempt();
  payButton.disabled = false;
  if ('razorpay_payment_id' in reply) return tell({ type: 'paid', response: reply });
  show('notice');
  element('retry').hidden = 'callback_lost' in reply;
  if ('callback_lost' in reply) {
    notify('Paid, but the shop was not told', 'The switch callback_lost is on.');
    return;
  }
  if (reply.error.metadata) tell({ type: 'failed', response: reply });
  notify('Payment failed', reply.error.description);
}

/** @returns {Promise<SandboxReply>} */
async function attempt() {
  const request = {
    key_id: options.key,
    order_id: options.order_id,
    contact: field('contact').value,
    email: field('email').value.trim(),
    vpa: field('vpa').value,
  };
  try {
    const response = await fetch('/v1/payments/create/ajax', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    return await response.json();
  } catch {
    const description = 'The test payment service does not answer. Is it still running?';
    return { error: { code: 'SERVER_ERROR', description } };
  }
}

/** Closes the checkout for the payer, unless a payment is under way. */
function dismiss() {
  if (!payButton.disabled) tell({ type: 'dismissed' });
}

/**
 * Says how an attempt ended.
 * @param {string} title
 * @param {string} text
 */
function notify(title, text) {
  element('notice-title').textContent = title;
  element('notice-text').textContent = text;
  element('notice-title').focus();
}

/** Shows the form. Before its listeners were there, what a fast payer typed would be overwritten and a press lost. */
function showForm() {
  show('form');
  field('vpa').focus();
}

/**
 * Shows the form or the notice, one at a time.
 * @param {'form' | 'notice'} part
 */
function show(part) {
  for (const id of ['form', 'notice']) element(id).hidden = id !== part;
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found;
}

/** @param {string} id */
function field(id) {
  return /** @type {HTMLInputElement} */ (element(id));
}

/** @param {FrameMessage} message */
function tell(message) {
  window.parent.postMessage(message, parentOrigin);
}

// Makes this file a module for the type checker.
export {};
