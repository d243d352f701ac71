import { packs } from '../../domain/packs.ts';
import { purchaseLabels, purchaseMessages, type PurchaseProblem } from './purchase-messages.ts';
import { $purchase, buy } from './purchase-store.ts';

/** Says what went wrong where the buyer looks next, or takes back what was said before. */
function showProblem(slot: Element | null, problem: PurchaseProblem | undefined): void {
  if (!problem) {
    slot?.replaceChildren();
    return;
  }
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.textContent = purchaseMessages[problem];
  slot?.replaceChildren(notice);
  if (slot instanceof HTMLElement) slot.focus();
}

/**
 * Brings the pack cards to life: Buy Now starts a purchase, every button waits while one is under
 * way, and what went wrong is said above the cards. The attribute `data-seller` names who sells.
 */
export function startPackCards(cards: HTMLElement): void {
  const siteName = cards.dataset['seller'] ?? '';
  const buttons = [...cards.querySelectorAll<HTMLButtonElement>('[data-buy]')];
  const status = cards.querySelector('[role="status"]');
  const loading = cards.querySelector<HTMLTemplateElement>('template:not([data-start])');

  for (const button of buttons) {
    const pack = packs.find(({ id }) => id === button.dataset['buy']);
    if (pack) button.onclick = () => void buy(pack, siteName);
  }

  $purchase.subscribe((purchase) => {
    const isIdle = purchase.status === 'idle';
    for (const button of buttons) {
      const isBought = !isIdle && purchase.pack === button.dataset['buy'];
      button.disabled = !isIdle;
      button.textContent = isBought ? purchaseLabels.waiting : purchaseLabels.buy;
    }
    showProblem(cards.querySelector('[role="alert"]'), isIdle ? purchase.problem : undefined);
    if (purchase.status === 'loading' && loading) status?.append(loading.content.cloneNode(true));
    else status?.replaceChildren();
  });

  buttons.find(({ dataset }) => dataset['buy'] === cards.dataset['pressed'])?.click();
}
