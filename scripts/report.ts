import yoctoSpinner from 'yocto-spinner';

const refreshMilliseconds = 120;
const silentMilliseconds = 1_000;
const reminderMilliseconds = 30_000;

export type Progress = {
  /** Says what the step does from now on. */
  doing(text: string): void;
  /** Says what the finished step will be called. */
  done(text: string): void;
};

export type Report = {
  /** Runs the work, shows that it runs, and ends with one line: what was done and how long it took. */
  step<T>(doing: string, work: (progress: Progress) => Promise<T>): Promise<T>;
  /** One line that needs no attention. */
  note(text: string): void;
  /** One line that does. */
  readonly warn: (text: string) => void;
  /** One line about what went wrong. */
  fail(text: string): void;
};

/** `silence`: prints nothing more, because everything that ends from now on was stopped. */
export type StreamReport = Report & { silence(): void };

type Step = { doing: string; done?: string; readonly startedAt: number; saidAt: number };

/** A report that prints on the stream: on a terminal with a status line that moves, elsewhere with plain lines. */
export function createReport(stream: NodeJS.WriteStream = process.stdout): StreamReport {
  const running = showRunning(stream);
  let isSilent = false;
  const line = (text: string) => void (isSilent || stream.write(`${text}\n`));
  return {
    async step(doing, work) {
      const step: Step = { doing, startedAt: Date.now(), saidAt: 0 };
      running.add(step);
      try {
        const result = await work({
          doing: (text) => void (step.doing = text),
          done: (text) => void (step.done = text),
        });
        running.remove(step);
        line(`✔ ${step.done ?? step.doing} (${secondsSince(step)})`);
        return result;
      } catch (error) {
        running.remove(step);
        line(`✖ ${step.doing} (after ${secondsSince(step)})`);
        throw error;
      }
    },
    note: line,
    warn: (text) => line(`⚠ ${text}`),
    fail: (text) => line(`✖ ${text}`),
    silence() {
      running.stop();
      isSilent = true;
    },
  };
}

/** A duration as a person reads it: one decimal below ten seconds, none above. */
export function seconds(milliseconds: number): string {
  return milliseconds < 9_950
    ? `${(milliseconds / 1_000).toFixed(1)} s`
    : `${Math.round(milliseconds / 1_000)} s`;
}

function secondsSince({ startedAt }: Step): string {
  return seconds(Date.now() - startedAt);
}

/** Shows running steps: a spinner on a terminal; elsewhere a line after one second, then every half minute. */
function showRunning(stream: NodeJS.WriteStream) {
  const steps = new Set<Step>();
  const onTerminal = stream.isTTY && process.env.TERM !== 'dumb' && process.env.CI === undefined;
  // The spinner hides itself while others write to the stream. We handle signals ourselves.
  const spinner = yoctoSpinner({ stream, handleSignals: false });
  let timer: NodeJS.Timeout | undefined;

  const draw = () => {
    spinner.start([...steps].map((step) => `${step.doing} ${secondsSince(step)}`).join(' · '));
  };
  const remind = () => {
    for (const step of steps) {
      const age = Date.now() - step.startedAt;
      if (age < (step.saidAt === 0 ? silentMilliseconds : step.saidAt + reminderMilliseconds)) continue;
      stream.write(step.saidAt === 0 ? `… ${step.doing}\n` : `… ${step.doing}, ${seconds(age)} so far\n`);
      step.saidAt = age;
    }
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    if (onTerminal) spinner.stop();
  };
  return {
    stop,
    add(step: Step) {
      steps.add(step);
      timer ??= setInterval(onTerminal ? draw : remind, refreshMilliseconds).unref();
      if (onTerminal) draw();
    },
    remove(step: Step) {
      steps.delete(step);
      if (steps.size === 0) stop();
      else if (onTerminal) draw();
    },
  };
}
