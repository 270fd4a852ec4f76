import { describe, expect, it } from 'vitest';
import { applyDiff, diffIn } from '../../tools/generate/document-diff.js';

const document = `# Title

\`\`\`diff
--- a.ts
+++ a.ts
@@ const list = [
+  'new',
@@
   'b',
-  'c',
+  'd',
--- /dev/null
+++ folder/b.ts
@@
+one
+
+two
\`\`\`
`;
const text = "const list = [\n  'a',\n  'b',\n  'c',\n];\n";

describe('the diffs of a document', () => {
  const [changed, created] = diffIn(document);

  it('are made where their lines are', () => {
    expect(changed && applyDiff(changed, text)).toBe(
      "const list = [\n  'new',\n  'a',\n  'b',\n  'd',\n];\n",
    );
  });

  it('make new files', () => {
    expect(created).toMatchObject({ path: 'folder/b.ts', isNew: true });
    expect(created && applyDiff(created, '')).toBe('one\n\ntwo\n');
  });

  it('say when the file is no longer as they have it', () => {
    expect(() => changed && applyDiff(changed, text.replace('list', 'rows'))).toThrow(
      'a.ts has no line that begins with: const list = [',
    );
    expect(() => changed && applyDiff(changed, text.replace("'c'", "'e'"))).toThrow(
      'a.ts does not have these lines',
    );
  });
});
