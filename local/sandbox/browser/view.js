// @ts-check
/** What the checkout page shows: one panel at a time, refusals, and the shop's colour. */

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
 * Uses the shop's colour for buttons, with black or white text, whichever reads better.
 * @param {string} colour
 */
export function useThemeColour(colour) {
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas === null || !CSS.supports('color', colour)) return;
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  const luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  document.documentElement.style.setProperty('--accent', colour);
  document.documentElement.style.setProperty('--on-accent', luminance > 0.18 ? '#000' : '#fff');
}

/** @param {number} channel 0 to 255 */
function linear(channel) {
  return (channel / 255) ** 2.2;
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
