import { request } from 'undici';
import { createGatewayClient } from '#client/gateway-client';
import { explainFailure } from './explain-failure.js';
import { exampleRequest, type DescribedCreations } from './example-request.js';
import { explanationTable, type Explanation } from './explanation-table.js';
import { readRouteArguments, routeUsage } from './command-arguments.js';
import { settings } from './settings.js';

/** Prints which way a transaction of a method would go. Exit code 0 when the api explained it, whatever it decided. */
try {
  const wanted = readRouteArguments(process.argv.slice(2));
  const { apiUrl: baseUrl, secret } = settings;
  const { body } = await request(`${baseUrl}/openapi.json`);
  const document = (await body.json()) as DescribedCreations;
  const client = createGatewayClient({ baseUrl, secret, keyId: wanted.keyId });
  const sent = JSON.stringify(exampleRequest(document, wanted));
  const { httpStatus, text } = await client.send('POST', '/v2/routing/explain', sent);
  if (httpStatus !== 200) throw new Error(`HTTP ${httpStatus}: ${text}`);
  console.log(explanationTable(JSON.parse(text) as Explanation));
} catch (error) {
  console.error(`✖ ${explainFailure(error)}`);
  console.error(`  ${routeUsage}`);
  process.exitCode = 1;
}
