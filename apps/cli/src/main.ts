import { nouns } from './gateway.js';
import { runGateway } from './command/run-gateway.js';

process.exitCode = await runGateway(nouns, process.argv.slice(2), process.env, {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
