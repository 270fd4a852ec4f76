const refreshMilliseconds = 120;
const silentMilliseconds = 1_000;
const reminderMilliseconds = 30_000;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * @typedef {object} Progress
 * @property {(text: string) => void} doing says what the step does from now on
 * @property {(text: string) => void} done says what the finished step will be called
 */

/**
 * @typedef {object} Report
 * @property {<T>(doing: string, work: (progress: Progress) => Promise<T>) => Promise<T>} step
 *   runs the work, shows that it runs, and ends with one line: what was done and how long it took
 * @property {(text: string) => void} note one line that needs no attention
 * @property {(text: string) => void} warn one line that does
 * @property {(text: string) => void} fail one line about what went wrong
 * @property {() => void} silence nothing more is told: what ends now ends because it was stopped
 * @property {() => void} clear takes the status line away, before somebody else writes to the terminal
 */

/**
 * A report that prints on the stream: on a terminal with a status line that moves, elsewhere with plain lines.
 * @param {NodeJS.WriteStream} [stream]
 * @returns {Report}
 */
export function createReport(stream = process.stdout) {
  const running = runningSteps(stream);
  let silent = false;

  /** @param {string} text */
  const line = (text) => {
    if (silent) return;
    running.clear();
    stream.write(`${text}\n`);
    running.draw();
  };

  return {
    async step(doing, work) {
      /** @type {Step} */
      const step = { doing, done: undefined, startedAt: Date.now(), saidAt: 0 };
      running.add(step);
      try {
        const result = await work({
          doing: (text) => (step.doing = text),
          done: (text) => (step.done = text),
        });
        running.remove(step);
        line(`✔ ${step.done ?? step.doing} (${seconds(Date.now() - step.startedAt)})`);
        return result;
      } catch (error) {
        running.remove(step);
        line(`✖ ${step.doing} (after ${seconds(Date.now() - step.startedAt)})`);
        throw error;
      }
    },
    note: line,
    warn: (text) => line(`⚠ ${text}`),
    fail: (text) => line(`✖ ${text}`),
    silence() {
      running.clear();
      silent = true;
    },
    clear: () => running.clear(),
  };
}

/**
 * A duration as a person reads it: one decimal below ten seconds, none above.
 * @param {number} milliseconds
 */
export function seconds(milliseconds) {
  return milliseconds < 9_950
    ? `${(milliseconds / 1_000).toFixed(1)} s`
    : `${Math.round(milliseconds / 1_000)} s`;
}

/**
 * @typedef {{ doing: string, done: string | undefined, startedAt: number, saidAt: number }} Step
 */

/**
 * What shows that steps are running: a spinner on a terminal; elsewhere a line after a second, then now and again.
 * @param {NodeJS.WriteStream} stream
 */
function runningSteps(stream) {
  /** @type {Set<Step>} */
  const steps = new Set();
  const onTerminal = stream.isTTY && process.env.TERM !== 'dumb';
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let frame = 0;

  const clear = () => {
    if (onTerminal && steps.size > 0) stream.write('\r\u001b[K');
  };

  const draw = () => {
    if (!onTerminal || steps.size === 0) return;
    const all = [...steps].map((step) => `${step.doing} ${seconds(Date.now() - step.startedAt)}`).join(' · ');
    stream.write(`\r\u001b[K${frames[frame % frames.length]} ${all}`.slice(0, stream.columns || 80));
  };

  const remind = () => {
    for (const step of steps) {
      const age = Date.now() - step.startedAt;
      if (age < (step.saidAt === 0 ? silentMilliseconds : step.saidAt + reminderMilliseconds)) continue;
      stream.write(step.saidAt === 0 ? `… ${step.doing}\n` : `… ${step.doing}, ${seconds(age)} so far\n`);
      step.saidAt = age;
    }
  };

  const tick = () => {
    frame += 1;
    if (onTerminal) draw();
    else remind();
  };

  return {
    clear,
    draw,
    /** @param {Step} step */
    add(step) {
      step.saidAt = 0;
      steps.add(step);
      timer ??= setInterval(tick, refreshMilliseconds).unref();
    },
    /** @param {Step} step */
    remove(step) {
      clear();
      steps.delete(step);
      if (steps.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}
