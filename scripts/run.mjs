// The one entry of every npm script: node scripts/run.mjs <command> [arguments]. It imports nothing before the version
// of Node is known to be new enough to read the rest.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`✖ This needs Node 20.19 or newer, and here runs ${process.version}. See .nvmrc.`);
  process.exit(1);
}

const { runCommand } = await import('./run-command.mjs');
await runCommand(process.argv.slice(2));
