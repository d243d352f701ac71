// @ts-check
/** What the checkout page shows: one panel at a time, and refusals. */

/** @param {string} id */
export function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element ${id}.`);
  return found;
}

/** @param {string} id */
export function field(id) {
  return /** @type {HTMLInputElement} */ (element(id));
}

function allPanels() {
  return [...document.querySelectorAll('.panel')].filter((panel) => panel instanceof HTMLElement);
}

/**
 * Shows one panel and moves the focus into it: to a focusable heading, else to the first empty field,
 * else to the main button.
 * @param {string} id
 */
export function showPanel(id) {
  for (const panel of allPanels()) panel.hidden = panel.id !== id;
  const shown = element(id);
  const inputs = [...shown.querySelectorAll('input')].filter((input) => input.checkVisibility());
  const target =
    shown.querySelector('h2[tabindex]') ??
    inputs.find((input) => input.value === '') ??
    shown.querySelector('button.primary');
  if (target instanceof HTMLElement) target.focus();
}

/**
 * Shows a reason under the refused field, or at the top of the form; an empty reason clears it.
 * @param {string} reason
 * @param {string} [id] the refused field
 */
export function refuse(reason, id = '') {
  const message = element('form-error');
  message.textContent = reason;
  message.hidden = reason === '';
  for (const input of document.querySelectorAll('[aria-invalid]')) {
    input.removeAttribute('aria-invalid');
    input.removeAttribute('aria-describedby');
  }
  if (reason === '') return;
  const input = document.getElementById(id);
  if (input === null) element('form').prepend(message);
  else input.after(message);
  input?.setAttribute('aria-invalid', 'true');
  input?.setAttribute('aria-describedby', 'form-error');
  (input ?? message).focus();
}

/**
 * Marks the page as busy or idle.
 * @param {boolean} busy
 */
export function setBusy(busy) {
  document.body.ariaBusy = String(busy);
  for (const button of document.querySelectorAll('.panel button')) {
    button.ariaDisabled = String(busy);
  }
}

/**
 * Leaves the page by posting a form, as the provider does with its callback.
 * @param {string} action
 * @param {[string, string][]} fields
 */
export function submitForm(action, fields) {
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
