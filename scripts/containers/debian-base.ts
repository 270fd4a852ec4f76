import { join } from 'node:path';

import { runScript } from './run-words.js';

/** What the stand-ins need beside the smallest Debian. */
const included = 'libgssapi-krb5-2,libxml2,liblz4-1,libreadline8,locales';

/**
 * Makes an archive of a small Debian 12, like that under the official images: without apt's caches, manuals and translations,
 * and with the sources of packages that this machine uses. `engine`: folder with debootstrap, unpacked.
 */
export async function makeBase(archive: string, engine: string): Promise<string> {
  const scripts = join(engine, 'usr/share/debootstrap');
  const program = join(engine, 'usr/sbin/debootstrap');
  await runScript(script, [archive, program, included], {
    environment: { ...process.env, DEBOOTSTRAP_DIR: scripts },
    complaint: 'debootstrap could not make a base for images.',
  });
  return 'made by debootstrap';
}

const script = String.raw`
root="$1.root"
sites() { apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' | sort -u; }
mirror=$(sites | awk '$2 == "bookworm" { print $1; exit }')
sh "$2" --variant=minbase --include="$3" bookworm "$root" "$mirror"
sites | awk '{ print "deb", $1, $2, "main" }' > "$root/etc/apt/sources.list"
printf 'Dir::Cache::pkgcache ""; Dir::Cache::srcpkgcache ""; DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb"; };\n' \
  > "$root/etc/apt/apt.conf.d/docker-clean"
rm -rf "$root"/var/cache/apt/*.bin "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* \
  "$root"/usr/share/man "$root"/usr/share/info "$root"/usr/share/locale "$root/etc/resolv.conf"
tar -C "$root" -cf "$1" .
rm -rf "$root"`;
