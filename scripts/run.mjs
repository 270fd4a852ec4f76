// The one entry of every npm script: node scripts/run.mjs <command> [arguments]. What is imported here runs before
// anything is installed or compiled, so it is plain JavaScript. Nothing is imported before the version of Node is known.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`✖ This needs Node 20.19 or newer; this is ${process.version}. See .nvmrc.`);
  process.exit(1);
}

const { helpFor } = await import('./help.mjs');
const help = helpFor(process.argv.slice(2));
if (help !== undefined) {
  console.log(help);
  process.exit(0);
}

const { bootstrap } = await import('./bootstrap.mjs');
const { explain } = await import('./failure.mjs');
const { watchAncestors } = await import('./processes.mjs');

// Until a command handles signals, they end this process, and the leash then ends what it has started.
watchAncestors(() => process.kill(process.pid, 'SIGHUP'));
const isBuilt = await bootstrap().catch((error) => {
  const [first, ...rest] = explain(error);
  console.log([`✖ ${first}`, ...rest].join('\n'));
  process.exit(1);
});
const { runCommand } = await import('../dist/scripts/run-command.js');
await runCommand(process.argv.slice(2), isBuilt);
