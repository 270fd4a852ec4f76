import { spawnSync } from 'node:child_process';
import { cp, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A disk of its own for Postgres, small enough to be filled. */
export type Disk = {
  /** Fills it to the last byte; what is returned makes room again. */
  fill(): Promise<() => Promise<void>>;
  /** Gives it back; with `keepsFiles` what is on it stays in the folder. */
  remove(options: { readonly keepsFiles: boolean }): Promise<void>;
};

const ballast = 'ballast';
const pieceBytes = 1024 * 1024;

/**
 * Mounts a disk of that size, in memory, on the folder. Only for a process in its own mount namespace, which hides the disk
 * from others and removes it when the process ends in any way.
 */
export function mountDisk(folder: string, megabytes: number): Disk {
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  const file = join(folder, ballast);
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      const pieces = Math.ceil((bavail * bsize) / pieceBytes);
      for (let piece = 0; piece < pieces; piece += 1) {
        // The last piece does not fit: that is the point.
        const isWritten = await writeFile(file, Buffer.alloc(pieceBytes), { flag: 'a' }).then(
          () => true,
          () => false,
        );
        if (!isWritten) break;
      }
      return () => rm(file, { force: true });
    },
    async remove({ keepsFiles }) {
      const kept = `${folder}.kept`;
      await rm(file, { force: true });
      if (keepsFiles) await cp(folder, kept, { recursive: true });
      run('umount', ['--lazy', folder]);
    },
  };
}

function run(command: string, programArguments: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, programArguments, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.trim()}`);
}
