/** Scrolls the tab of the current page into view where the dashboard's tabs are a row that scrolls. */
const tab = document.querySelector('.sidebar [aria-current]');
const row = tab?.closest('.sidebar');
if (tab && row) {
  const { left, width } = tab.getBoundingClientRect();
  row.scrollLeft = left + width / 2 - row.clientWidth / 2;
}
