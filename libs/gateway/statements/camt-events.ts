import { SaxesParser } from 'saxes';
import { StatementRefused } from '#domain/statements/statement-refused';

/** What is heard of a CAMT.053 document. Paths are those below `Stmt`, without prefixes. */
export type CamtListener = {
  readonly open: (path: string, attributes: Readonly<Record<string, string>>) => void;
  /** `text`: of the element itself, trimmed, 4,096 characters at most. */
  readonly close: (path: string, text: string, line: number) => void;
};

/** 001.02 to 001.13, each of which has a name space of its own. */
const nameSpace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|1[0-3])$/;
const statementPath = 'Document/BkToCstmrStmt/Stmt';
const textMax = 4_096;
const depthMax = 32;

/**
 * Parses a CAMT.053 document piece by piece; nothing of it is kept. A document type, an entity that XML does not define itself, and
 * what is not well-formed are refused (StatementRefused with the line).
 */
export class CamtParser {
  readonly #parser = new SaxesParser({ xmlns: true, position: true });
  /** Of each open element, from the first on. */
  readonly #paths: string[] = [];
  #text = '';
  #hasStatement = false;

  constructor(listener: CamtListener) {
    const parser = this.#parser;
    const refuse = (reason: string): never => {
      throw new StatementRefused(reason, parser.line);
    };
    parser.on('error', () => refuse('this is no well-formed XML'));
    parser.on('doctype', () => refuse('a document type is not read'));
    parser.on('opentag', ({ local, uri, attributes }) => {
      this.#text = '';
      const outer = this.#paths.at(-1);
      this.#paths.push(outer === undefined ? local : `${outer}/${local}`);
      if (this.#paths.length > depthMax) refuse('elements are nested too deeply');
      if (this.#paths.length === 1 && !nameSpace.test(uri))
        refuse('this is no CAMT.053 of version 001.02 to 001.13');
      const path = pathInStatement(this.#paths.at(-1) ?? '');
      if (path === '') this.#hasStatement = true;
      const values = Object.values(attributes).map(({ name, value }) => [name, value] as const);
      if (path !== undefined) listener.open(path, Object.fromEntries(values));
    });
    const add = (text: string) => {
      if (this.#text.length < textMax) this.#text += text.slice(0, textMax);
    };
    parser.on('text', add);
    parser.on('cdata', add);
    parser.on('closetag', () => {
      const path = pathInStatement(this.#paths.pop() ?? '');
      if (path !== undefined) listener.close(path, this.#text.trim(), parser.line);
      this.#text = '';
    });
  }

  write(piece: string): void {
    this.#parser.write(piece);
  }

  close(): void {
    this.#parser.close();
    if (!this.#hasStatement) throw new StatementRefused('there is no statement in the file');
  }
}

/** Empty for the statement itself; undefined outside of it. */
function pathInStatement(path: string): string | undefined {
  if (path === statementPath) return '';
  return path.startsWith(`${statementPath}/`) ? path.slice(statementPath.length + 1) : undefined;
}
