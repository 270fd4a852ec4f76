import { html, type Html } from '#runtime/html';

/** A field with its label. */
export function renderInput(name: string, label: string, type: string, value = ''): Html {
  return html`<label
    >${label}
    <input
      type="${type}"
      name="${name}"
      value="${value}"
      maxlength="255"
      autocomplete="off"
      spellcheck="false"
  /></label>`;
}

/** A choice among texts; `none` is the label of choosing none. */
export function renderChoice(
  name: string,
  label: string,
  choices: readonly string[],
  chosen = '',
  none = 'any',
): Html {
  const known = chosen === '' || choices.includes(chosen) ? choices : [chosen, ...choices];
  return html`<label
    >${label}
    <select name="${name}">
      <option value="">${none}</option>
      ${known.map(
        (choice) =>
          html`<option value="${choice}" ${choice === chosen ? html`selected` : undefined}>
            ${choice}
          </option>`,
      )}
    </select></label
  >`;
}
