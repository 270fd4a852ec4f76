import { html, type Html } from '#runtime/html';

const paths = {
  success: 'M7 12.5l3.5 3.5L17 9',
  declined: 'M8.5 8.5l7 7M15.5 8.5l-7 7',
  cancelled: 'M8 12h8',
  expired: 'M12 7v5l3 2',
  lock: 'M8 11V9a4 4 0 0 1 8 0v2M7 11h10v7H7z',
  warning: 'M12 7v6M12 16.5v.5',
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon, usually in a circle; the text beside it says the same. */
export function icon(name: IconName): Html {
  return html`<svg class="icon" data-icon="${name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${name === 'lock' ? undefined : html`<circle cx="12" cy="12" r="11" />`}
    <path d="${paths[name]}" />
  </svg>`;
}
