import { setTimeout as sleep } from 'node:timers/promises';

import type { Stage } from './releases-steps.js';
import { openShop, type Shop } from './shop.js';

const targetsUrl = 'http://127.0.0.1:9090/api/v1/targets?state=active';
const targetsWithinMs = 120_000;
const scaledServices = ['api', 'worker', 'checkout'] as const;

/** Two processes of each, and Prometheus, which has to see every one of them. */
export async function scaleUp({ journal, deployment }: Stage): Promise<void> {
  deployment.set('API_PUBLISH', '127.0.0.1:3020-3023');
  deployment.set('CHECKOUT_PUBLISH', '127.0.0.1:3010-3013');
  await journal.step('Two processes of api, worker and checkout', async () => {
    await deployment.run('docker compose up -d --scale api=2 --scale worker=2 --scale checkout=2');
    await deployment.awaitHealthy();
    for (const service of scaledServices) {
      const { length } = await deployment.containersOf(service);
      journal.expect(length === 2, `${length} processes of ${service} run in place of two.`);
    }
  });
  await journal.step('Prometheus finds each process', async (note) => {
    await deployment.run('docker compose up -d --no-deps prometheus');
    const jobs = scaledServices.map((service) => `gateway-${service}`);
    const until = Date.now() + targetsWithinMs;
    let seen = new Map<string, number>();
    while (jobs.some((job) => seen.get(job) !== 2) && Date.now() < until) {
      seen = await countTargets();
      await sleep(1_000);
    }
    for (const job of jobs) {
      journal.expect(
        seen.get(job) === 2,
        `Prometheus sees ${seen.get(job) ?? 0} targets of ${job} in place of two.`,
      );
    }
    note(jobs.map((job) => `${job} ${seen.get(job) ?? 0}`).join(', '));
    await deployment.run('docker compose stop prometheus && docker compose rm --force prometheus');
  });
}

type Targets = {
  readonly data: {
    readonly activeTargets: readonly { readonly health: string; readonly labels: { readonly job: string } }[];
  };
};

/** How many targets of each job answer; none while Prometheus does not answer itself. */
async function countTargets(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  try {
    const response = await fetch(targetsUrl, { signal: AbortSignal.timeout(2_000) });
    const { data } = (await response.json()) as Targets;
    for (const { health, labels } of data.activeTargets) {
      if (health === 'up') counts.set(labels.job, (counts.get(labels.job) ?? 0) + 1);
    }
  } catch {
    // It is still starting.
  }
  return counts;
}

/** Puts the sample proxy in front, and returns a shop that goes through it. */
export async function startProxy({ journal, deployment }: Stage, accepted: Set<string>): Promise<Shop> {
  const files = 'docker-compose.yml:docker-compose.archive.yml:deploy/proxy/caddy.yml';
  const shop = openShop(
    { baseUrl: 'http://127.0.0.1:80', secret: deployment.shopKey, host: deployment.apiHost },
    accepted,
  );
  await journal.step('The sample proxy, and a payment through it', async () => {
    deployment.set('COMPOSE_FILE', files);
    await deployment.run('docker compose up -d --no-deps proxy');
    await shop.pay();
  });
  return shop;
}
