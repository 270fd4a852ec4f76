import { accessNouns } from './commands/access.js';
import { bookNouns } from './commands/books.js';
import { financeNouns } from './commands/finance.js';
import { installationNouns } from './commands/installation.js';
import { reportNouns } from './commands/reports.js';
import { completionNoun } from './command/completion.js';
import type { Noun } from './command/declare.js';

const operations = [...accessNouns, ...bookNouns, ...financeNouns, ...reportNouns, ...installationNouns];

/** Everything an operator can do, as `gateway <noun> <verb>`. A new command is one declaration in one of these files. */
export const nouns: readonly Noun[] = [...operations, completionNoun(operations)];
