import { html, type Html } from '../html/html.js';
import type { Words } from '../languages/words.js';
import type { InstructedStep } from './instructed-steps.js';

/** A thing to enter elsewhere, with a button that copies it where there is a script. */
export function stepRow(
  { instructions, script }: Pick<Words, 'instructions' | 'script'>,
  { name, text, groups }: InstructedStep,
): Html {
  const id = `step-${name}`;
  const [first = '', ...others] = groups;
  const content = others.length === 0 ? first : groups.map((group) => html`<span>${group}</span>`);
  const copier = html`<button
    type="button"
    class="copier ${name === 'payload' ? 'main' : ''}"
    hidden
    data-copy="${text}"
    data-copied="${script.copied}"
    aria-describedby="${id}"
  >
    ${name === 'payload' ? script.copyCode : script.copy}
  </button>`;
  return html`<div data-step="${name}">
    <dt id="${id}">${instructions.labels[name]}</dt>
    <dd>
      <code class="copy">${content}</code>
      ${text === '' ? undefined : copier}
    </dd>
  </div>`;
}
