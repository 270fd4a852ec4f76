export const stylesheetPath = '/checkout.css';

/** Written for 320 px first; both colour schemes keep a contrast of 4.5:1 and more. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --back: #f2f4f7; --paper: #fff; --ink: #17202b; --quiet: #556070; --edge: #8792a2; --line: #dfe4ea;
  --accent: #0a5c4f; --on-accent: #fff; --warn: #8a1c13; --warn-back: #fdecea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #0f1318; --paper: #191f27; --ink: #e9edf2; --quiet: #a5b0be; --edge: #77828f; --line: #2c3540;
    --accent: #6fd6c4; --on-accent: #07211d; --warn: #ffb4ab; --warn-back: #3b1613;
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 28rem; margin: 0 auto; padding: 1.5rem 1rem 2rem; background: var(--paper) }
@media (min-width: 30rem) {
  main { margin: 3rem auto; padding: 2rem; border: 1px solid var(--line); border-radius: 1rem }
}
header { border-bottom: 1px solid var(--line); margin-bottom: 1.25rem; padding-bottom: 1.25rem }
.merchant { margin: 0; color: var(--quiet); overflow-wrap: anywhere }
.amount { margin: .1rem 0 1rem; font-size: 2rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere }
h1 { margin: 0 0 .5rem; font-size: 1.25rem; line-height: 1.3 }
p { margin: 0 0 1rem }
dl { display: grid; grid-template-columns: minmax(5rem, 38%) 1fr; gap: .35rem 1rem; margin: 0 }
dt { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere }
.steps { display: block; margin-bottom: 1rem }
.steps dd { margin-bottom: .75rem }
.copy { display: block; padding: .75rem; border: 1px solid var(--edge); border-radius: .5rem; background: var(--back);
  font: .95rem/1.5 ui-monospace, monospace; white-space: pre-wrap; word-break: break-all; user-select: all; -webkit-user-select: all }
.problem { padding: .75rem 1rem; border-left: 4px solid var(--warn); border-radius: .25rem; background: var(--warn-back);
  color: var(--warn) }
form { display: grid; gap: 1rem }
label { display: block; margin-bottom: .3rem; font-size: .9375rem; font-weight: 600 }
input { display: block; width: 100%; min-height: 3rem; padding: .6rem .75rem; border: 1px solid var(--edge);
  border-radius: .6rem; background: var(--paper); color: var(--ink); font: inherit; font-variant-numeric: tabular-nums }
input[aria-invalid] { border: 2px solid var(--warn) }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem }
.short input { width: calc(50% - .5rem) }
.hint, .fault { margin: .3rem 0 0; line-height: 1.4; font-size: .875rem }
.hint { color: var(--quiet) }
.fault { color: var(--warn); font-weight: 600 }
button, .button { display: block; width: 100%; min-height: 3rem; padding: .7rem 1rem; border: 1px solid var(--edge);
  border-radius: .6rem; background: none; color: var(--ink); font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer }
.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent) }
button:hover, .button:hover { filter: brightness(1.08) }
a { color: var(--accent) }
a.main { color: var(--on-accent) }
a + p { margin: 1rem 0 0 }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
`;
