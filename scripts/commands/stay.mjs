/** @typedef {import('../stack/start-stack.d.mts').Stack} Stack */

/**
 * Where to look, for the person in front of the terminal.
 * @param {Stack} stack
 */
export function urlLines({ urls, environment }) {
  return [
    '',
    `  API documentation   ${urls.docs}`,
    `  API                 ${urls.api}`,
    `  Temporal UI         ${environment.TEMPORAL_UI_URL}`,
    `  Sandbox             ${urls.sandbox}`,
    `  Hosted pages        ${urls.checkout}`,
    `  Logs                ${environment.GATEWAY_DATA}/logs`,
    '',
    'Everything is up. Ctrl-C stops it.',
  ];
}

/**
 * Waits until the person ends it, or an app ends by itself: then the exit code is 1.
 * @param {Stack} stack
 * @param {Promise<never>} stayingUp
 * @returns {Promise<number>}
 */
export async function stayUntilBroken(stack, stayingUp) {
  await Promise.race([stack.broken, stayingUp]);
  return 1;
}
