/**
 * The one script of the hosted payment page. Nothing depends on it: without it the page refreshes by itself, and every
 * check is made by the server. It keeps nothing, sends nothing that was entered, and asks nobody but the page's server.
 */

/** A form that asks for nothing posts itself once its page was in front of the customer for so long. */
const seenMs = 1_000;

/** After so many questions, and when there is no answer, it is asked less often. */
const patientAfterPolls = 40;
const patientPollMs = 15_000;
const askTimeoutMs = 10_000;

/** `75` seconds to `1:15`, more than a day to `26:00:00`. @param {number} seconds */
export function clockOf(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** @param {string} selector @param {(element: HTMLElement) => void} improve */
function each(selector, improve) {
  for (const element of document.querySelectorAll(selector)) {
    if (element instanceof HTMLElement) improve(element);
  }
}

/** Asks how the payment stands and loads the page anew when that is no longer what it shows. @param {HTMLElement} main */
function followStatus(main) {
  const { status, state, page = '', offline = '', every, atOnce } = main.dataset;
  if (!status) return;
  let polls = 0;
  /** @type {number | undefined} */
  let timer;
  const ask = async () => {
    window.clearTimeout(timer);
    polls += 1;
    const now = await fetchState(status);
    if (now !== undefined && now !== state) return location.replace(page);
    announce(now === undefined ? offline : '');
    schedule(now === undefined || polls > patientAfterPolls);
  };
  /** @param {boolean} isPatient */
  const schedule = (isPatient) => {
    if (!document.hidden) timer = window.setTimeout(ask, isPatient ? patientPollMs : Number(every) * 1_000);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) window.clearTimeout(timer);
    else void ask();
  });
  window.addEventListener('online', () => void ask());
  if (atOnce) void ask();
  else schedule(false);
}

/** One word, or nothing where there is no answer. @param {string} path @returns {Promise<string | undefined>} */
async function fetchState(path) {
  const control = new AbortController();
  const limit = window.setTimeout(() => control.abort(), askTimeoutMs);
  try {
    const answer = await fetch(path, { cache: 'no-store', signal: control.signal });
    return answer.ok ? (await answer.json()).state : undefined;
  } catch {
    return undefined;
  } finally {
    window.clearTimeout(limit);
  }
}

/** Said by screen readers, too. @param {string} text */
function announce(text) {
  each('[data-live]', (place) => {
    if (place.textContent !== text) place.textContent = text;
  });
}

/** Goes where the page leads, unless the customer wants to stay. @param {HTMLElement} main */
function goOnward(main) {
  const { onward, seconds } = main.dataset;
  if (!onward) return;
  let left = Number(seconds);
  const show = () =>
    each('[data-onward-text]', (line) => {
      line.hidden = left < 0;
      const text = line.dataset.onwardText || '';
      if (line.firstElementChild)
        line.firstElementChild.textContent = text.replace('{seconds}', String(left));
    });
  show();
  const timer = window.setInterval(() => {
    left -= 1;
    if (left >= 0) show();
    if (left > 0) return;
    window.clearInterval(timer);
    location.replace(onward);
  }, 1_000);
  // Who prints the receipt wants to see it.
  each('[data-stay], [data-print]', (button) =>
    button.addEventListener('click', () => {
      window.clearInterval(timer);
      left = -1;
      show();
    }),
  );
}

/** @param {HTMLElement} place */
function countDown(place) {
  const until = Date.parse(place.dataset.until || '');
  const show = () => {
    const seconds = Math.max(0, Math.round((until - Date.now()) / 1_000));
    if (seconds > 86_400 || Number.isNaN(seconds)) return;
    place.textContent = (place.dataset.text || '').replace('{time}', clockOf(seconds));
    if (seconds > 0) window.setTimeout(show, 1_000);
  };
  show();
}

/** Whose clock it is need not be said where the customer's shows the same. @param {HTMLElement} place */
function showClock(place) {
  const { zone: timeZone, local } = place.dataset;
  const at = new Date(place.getAttribute('datetime') || '');
  const { lang } = document.documentElement;
  // The order, the clock and the digits that the server uses.
  const shown = { en: 'en-GB', ar: 'ar-u-nu-latn' }[lang] || lang;
  if (local === 'time') place.textContent = at.toLocaleTimeString(shown, { timeStyle: 'short' });
  if (local === 'date')
    place.textContent = at.toLocaleString(shown, { dateStyle: 'long', timeStyle: 'short' });
  const clock = place.nextElementSibling;
  const isOwn = local || at.toLocaleString('en', { timeZone }) === at.toLocaleString('en');
  if (clock instanceof HTMLElement && isOwn) clock.hidden = true;
}

/** @param {HTMLElement} button */
function offerCopy(button) {
  const label = button.textContent;
  const { copy = '', copied = '' } = button.dataset;
  button.hidden = false;
  const copyAndSay = async () => {
    if (!(await copyText(copy, button))) return;
    announce(copied);
    button.textContent = copied;
    window.setTimeout(() => {
      button.textContent = label;
    }, 2_000);
  };
  button.addEventListener('click', () => void copyAndSay());
}

/** Where the clipboard is out of reach, the text is selected for the customer. @param {string} text @param {HTMLElement} button */
async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const shown = button.previousElementSibling;
    const selection = window.getSelection();
    if (shown && selection) selection.selectAllChildren(shown);
    return document.execCommand('copy');
  }
}

/** One click posts once: the server sees to that too, and this keeps the customer from wondering. @param {HTMLFormElement} form */
function guardForm(form) {
  let isSent = false;
  form.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    if (isSent) return event.preventDefault();
    isSent = true;
    const { submitter } = event;
    if (submitter) submitter.textContent = form.closest('main')?.dataset.busy || submitter.textContent;
    form.setAttribute('aria-busy', 'true');
  });
}

/**
 * Presses the button of a form that asks for nothing, once, for a customer who sees the page and leaves it alone. Not where
 * a program drives the browser, as those do that try out links; not in a page that was reloaded, gone back to or come to by
 * a form: then the customer decides. The server takes a form once, whoever posts it. @param {HTMLElement} main
 */
function postByItself(main) {
  const button = document.querySelector('button[value="pay"]');
  const [arrival] = performance.getEntriesByType('navigation');
  if (!main.dataset.postsItself || !(button instanceof HTMLElement) || navigator.webdriver) return;
  if (!(arrival instanceof PerformanceNavigationTiming)) return;
  if (arrival.type !== 'navigate' || arrival.redirectCount > 0) return;
  const control = new AbortController();
  const { signal } = control;
  let timer = 0;
  const isSeen = () =>
    document.visibilityState === 'visible' &&
    !('prerendering' in document && document.prerendering) &&
    document.hasFocus();
  const post = () => {
    if (signal.aborted || !isSeen()) return;
    control.abort();
    button.click();
  };
  const look = () => {
    window.clearTimeout(timer);
    if (isSeen()) timer = window.setTimeout(() => requestAnimationFrame(post), seenMs);
  };
  for (const change of ['visibilitychange', 'prerenderingchange'])
    document.addEventListener(change, look, { signal });
  for (const change of ['focus', 'blur', 'pageshow']) window.addEventListener(change, look, { signal });
  for (const touch of ['pointerdown', 'keydown', 'submit', 'pagehide']) {
    window.addEventListener(touch, () => control.abort(), { signal, capture: true });
  }
  look();
}

function start() {
  const main = document.querySelector('main');
  if (!main) return;
  // A page that the browser kept may show what is long over.
  window.addEventListener('pageshow', (event) => event.persisted && location.reload());
  followStatus(main);
  goOnward(main);
  each('[data-until]', countDown);
  each('time[data-zone]', showClock);
  each('[data-copy]', offerCopy);
  each('[data-print]', (button) => {
    button.hidden = false;
    button.addEventListener('click', () => window.print());
  });
  each('form', (form) => form instanceof HTMLFormElement && guardForm(form));
  postByItself(main);
}

if (typeof document !== 'undefined') start();
