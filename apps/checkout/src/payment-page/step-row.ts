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
  return html`<div>
    <dt id="${id}">${instructions.labels[name]}</dt>
    <dd>
      <code class="copy" data-step="${name}">${content}</code>
      <button
        type="button"
        class="copier"
        hidden
        data-copy="${text}"
        data-copied="${script.copied}"
        aria-describedby="${id}"
      >
        ${script.copy}
      </button>
    </dd>
  </div>`;
}
