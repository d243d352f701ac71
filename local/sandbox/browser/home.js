// @ts-check
/** The buttons of the sandbox's home page: each posts to the control API and reloads the page. */

for (const button of document.querySelectorAll('button[data-post]')) {
  button.addEventListener('click', async () => {
    const response = await fetch(button.getAttribute('data-post') ?? '', { method: 'POST' });
    if (response.ok) {
      location.reload();
      return;
    }
    const { error } = await response.json();
    const message = document.getElementById('message');
    if (message !== null) message.textContent = error.description;
  });
}
