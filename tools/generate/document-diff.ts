/** The change of one file, as a document shows it. */
export type FileChange = {
  readonly path: string;
  readonly isNew: boolean;
  readonly hunks: readonly Hunk[];
};
/** `after`: the beginning of a line that the change comes after; lines keep their first column: ` `, `-` or `+`. */
type Hunk = { readonly after: string; readonly lines: readonly string[] };

/**
 * The changes in all `diff` blocks of a document. They are unified diffs without line numbers, which would be wrong
 * after the next edit: `@@` is followed by the beginning of a line, and the hunk's place is looked for from there on. A
 * hunk of additions alone comes directly after that line.
 */
export function diffIn(document: string): readonly FileChange[] {
  const blocks = [...document.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, text = '']) => text);
  return blocks.flatMap((block) =>
    block
      .split(/^(?=--- )/m)
      .filter((part) => part.startsWith('--- '))
      .map(readFileChange),
  );
}

function readFileChange(text: string): FileChange {
  const [from = '', to = '', ...rest] = text.trimEnd().split('\n');
  if (!to.startsWith('+++ ')) throw new Error(`A diff has no line +++ after ${from}`);
  const starts = rest.flatMap((line, index) => (line.startsWith('@@') ? [index] : []));
  return {
    path: to.slice('+++ '.length),
    isNew: from === '--- /dev/null',
    hunks: starts.map((start, index) => ({
      after: (rest[start] ?? '').replace(/^@@ ?/, ''),
      lines: rest.slice(start + 1, starts[index + 1]),
    })),
  };
}

/** The file's text after the change. Throws where the file is no longer as the diff has it. */
export function applyDiff({ path, isNew, hunks }: FileChange, text: string): string {
  if (isNew) return `${hunks.flatMap(({ lines }) => lines.map((line) => line.slice(1))).join('\n')}\n`;
  return hunks.reduce((before, hunk) => applyHunk(path, before, hunk), text);
}

function applyHunk(path: string, text: string, { after, lines }: Hunk): string {
  const before = text.split('\n');
  const start = after === '' ? 0 : before.findIndex((line) => line.startsWith(after)) + 1;
  if (after !== '' && start === 0) throw new Error(`${path} has no line that begins with: ${after}`);
  const old = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1));
  const at = before.findIndex(
    (_, index) => index >= start && old.every((line, offset) => before[index + offset] === line),
  );
  if (at < 0) throw new Error(`${path} does not have these lines:\n${old.join('\n')}`);
  const changed = lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
  return before.toSpliced(at, old.length, ...changed).join('\n');
}
